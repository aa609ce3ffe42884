import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../calendar.ts'
import { countedBytes, forecastOf } from './forecast.ts'

const today = '2026-05-11'
const end = '2026-05-31'

/** The API response for a server with this usage and limit. */
function traffic(used: number, limit: number | null, start = '2026-05-01') {
  const elapsed = daysBetween(start, today)
  const estimate = Math.trunc(used + (used / elapsed) * daysBetween(today, end))
  const hasPrediction = limit !== null && limit > 0 && elapsed >= 3
  return {
    bytes_in: used,
    bytes_out: 0,
    bytes_total: used,
    traffic_limit: limit,
    traffic_limit_type: null,
    cycle_start: start,
    prediction: hasPrediction
      ? { estimated_total: estimate, estimated_percent: (estimate / limit) * 100, will_exceed: estimate > limit }
      : null,
  }
}

describe('the forecast for a cycle', () => {
  it.each([
    [traffic(5, null), 'unlimited'],
    [traffic(5, 0), 'unlimited'],
    [traffic(5, 10, '2026-05-09'), 'early'],
    [traffic(11, 10), 'over'],
    [traffic(11, 10, '2026-05-10'), 'over'],
    [traffic(10, 30), 'within'],
  ])('%j: %s', (answer, kind) => expect(forecastOf(answer, today).kind).toBe(kind))

  it('returns the day on which the limit is exceeded', () => {
    // ten a day: 150 at the end of the 16th, and above the limit a day later
    expect(forecastOf(traffic(100, 150), today)).toEqual({
      kind: 'exceeds',
      on: '2026-05-17',
      total: 300,
      percent: 200,
    })
    expect(forecastOf(traffic(100, 149), today)).toMatchObject({ on: '2026-05-16' })
  })

  it('never returns a day outside the cycle', () => {
    for (let limit = 100; limit < 300; limit++) {
      const forecast = forecastOf(traffic(100, limit), today)
      if (forecast.kind !== 'exceeds') throw new Error(`${limit} would not be exceeded`)
      expect(forecast.on > today && forecast.on <= end, `${limit}: ${forecast.on}`).toBe(true)
    }
    expect(forecastOf(traffic(100, 300), today).kind).toBe('within')
    expect(addDays(today, 20)).toBe(end)
  })
})

it('counts the limited direction', () => {
  const both = { ...traffic(5, 10), bytes_in: 2, bytes_out: 3 }
  expect(['up', 'down', null, 'nonsense'].map((type) => countedBytes({ ...both, traffic_limit_type: type }))).toEqual([
    ...[3, 2, 5, 5],
  ])
})
