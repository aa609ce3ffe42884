import { parseRange, type TimeRange } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { noon, record } from '../testing/rounds.ts'
import { fallbackOf, readingOf } from './reading.ts'
import { hoursWith } from './shown.ts'

const day = 86_400
const hour = 3600
const now = noon + 1800
const read = (range: string) => readingOf(parseRange(range) as TimeRange, now)

describe('the query of the history', () => {
  it('ends with the current minute', () => {
    const { span } = readingOf(parseRange('1h') as TimeRange, now - 59)
    expect(span).toEqual({ from: now - hour, to: now })
  })

  it('reads rounds for less than a day', () => {
    expect(read('6h')).toEqual({
      span: { from: now - 6 * hour, to: now },
      requested: { from: now - 6 * hour, to: now },
      points: 'rounds',
    })
  })

  it('reads the rounds of the last 24 hours: a second less than a day', () => {
    expect(read('24h')).toMatchObject({ points: 'rounds', requested: { from: now - day + 1, to: now } })
  })

  it('reads whole hours for longer ranges, and the rounds of hours that may not be aggregated yet', () => {
    const { requested, tail, span } = read('7d')
    expect(requested).toEqual({ from: noon - 7 * day, to: now })
    expect(span.from).toBe(now - 7 * day)
    expect(tail).toEqual({ from: noon - hour, to: now })
  })

  it('reads hours when the rounds of an old range are deleted, at least a day of them', () => {
    const old = read(`${noon - 9 * day}-${noon - 9 * day + hour}`)
    expect(fallbackOf(old, now)).toMatchObject({ points: 'hours', span: old.span, requested: { to: old.requested.to } })
    expect(fallbackOf(old, now)?.requested.from).toBe(noon - 10 * day + hour)
    expect(fallbackOf(old, now)?.tail).toBeUndefined()
    expect(fallbackOf(read('6h'), now)).toBeUndefined()
  })
})

describe('hourly records', () => {
  it('continue with the rounds of hours that are not aggregated yet, each once', () => {
    const hourly = [record('a', -hour, { avg_latency: 5 })]
    const tail = [record('a', -600), record('a', 60), record('a', 120, { avg_latency: 40 }), record('b', 60)]
    const rounds = hoursWith(hourly, tail)
    expect(rounds.get('a')?.map(({ time, avg }) => [time - noon, avg])).toEqual([
      [-hour, 5],
      [0, 30],
    ])
    expect(rounds.get('b')?.map(({ time }) => time - noon)).toEqual([0])
  })
})
