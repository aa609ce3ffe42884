import { describe, expect, test } from 'vitest'
import { makeFormat } from '../../format.ts'
import { drawn } from './data.ts'
import { reached, visible } from './reading.ts'
import { spoken } from './reading-text.ts'

const times = Array.from({ length: 200 }, (_, row) => row * 60)
const line = { id: 'a', label: 'A', values: times.map((time) => time / 60) }

describe('keys', () => {
  const data = drawn(times, [line])
  const all = { first: 0, last: 199 }
  const key = (name: string, from?: number) => reached(name, from, data, all)

  test('read one by one, by pages, and the ends', () => {
    expect([key('ArrowLeft', 5), key('ArrowRight', 5)]).toEqual([4, 6])
    expect([key('PageUp', 100), key('PageDown', 100)]).toEqual([80, 120])
    expect([key('Home', 100), key('End', 100)]).toEqual([0, 199])
    expect([key('ArrowLeft', 0), key('ArrowRight', 199)]).toEqual([0, 199])
  })
  test('begin with the newest value', () => {
    expect([key('ArrowLeft'), key('ArrowRight'), key('Home')]).toEqual([199, 199, 0])
  })
  test('that mean nothing here lead nowhere', () => {
    expect([key('a', 5), key('ArrowUp', 5), reached('End', 0, data, { first: 3, last: 2 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('stay in sight', () => {
    const seen = visible(data, [600, 1200])
    expect(seen).toEqual({ first: 10, last: 20 })
    expect([reached('Home', 15, data, seen), reached('End', 15, data, seen)]).toEqual([10, 20])
    expect(visible(data, [601, 659])).toEqual({ first: 11, last: 10 })
  })
  test('stop at a gap once, and pass over holes without a cause', () => {
    const gaps = [{ from: 60, to: 600, label: 'down' }]
    const gapped = drawn([0, 600, 660, 9000], [line], { gapAfter: 120, gaps })
    const ends = { first: 0, last: gapped.columns[0].length - 1 }
    const walk = (from: number) => reached('ArrowRight', from, gapped, ends) ?? -1
    const stops = [0]
    while (stops.length < 5) stops.push(walk(stops.at(-1) ?? 0))
    expect(stops.map((stop) => gapped.columns[0][stop])).toEqual([0, 330, 600, 660, 9000])
  })
})

describe('what is spoken', () => {
  const t = (key: string | readonly string[], values?: object) => `${key}${values ? JSON.stringify(values) : ''}`
  const words = { format: makeFormat('en'), t, unit: 'percent' as const, daily: false }
  const gaps = [{ from: 60, to: 600, label: 'Server was down' }]
  const data = drawn([0, 600, 90_000], [line], { gapAfter: 1000, gaps })

  test('is the moment and every value', () => {
    expect(spoken(data, 0, [line, { ...line, id: 'b', label: 'B', values: [null] }], words)).toMatch(
      /1970.*: A 0\.0%, B –$/,
    )
  })
  test('is the cause where there is none, and that there is none where no cause is known', () => {
    expect(spoken(data, 1, [line], words)).toMatch(/"span":"Jan 1, 1970.*"duration":"9m".*: Server was down$/)
    expect(spoken(data, 3, [line], words)).toMatch(/"duration":"1d".*: chart\.noValues$/)
  })
  test('says that there is nothing', () => expect(spoken(drawn([], []), -1, [], words)).toBe('chart.none'))
})
