import { describe, expect, it } from 'vitest'
import { type StoredGap, toGaps } from './gaps.ts'

const hour = 3600
const start = 497_222 * hour
const stored = (from: number, to: number, cause: string): StoredGap => ({
  from: new Date((start + from) * 1000).toISOString(),
  to: new Date((start + to) * 1000).toISOString(),
  cause,
})
const span = { from: start, to: start + 10 * hour }
const shown = (gaps: readonly StoredGap[], hours: readonly number[] = []) =>
  toGaps(
    gaps,
    span,
    hours.map((at) => start + at * hour),
  ).map(({ from, to, cause }) => [from - start, to - start, cause])

describe('gaps of a range', () => {
  it('are clamped to the range', () => {
    const gaps = [
      stored(-600, 300, 'host_down'),
      stored(600, 900, 'link_down'),
      stored(9 * hour, 11 * hour, 'agent_down'),
    ]
    expect(shown(gaps)).toEqual([
      [0, 300, 'host_down'],
      [600, 900, 'link_down'],
      [9 * hour, 10 * hour, 'agent_down'],
    ])
  })

  it('have a translated cause', () => {
    expect(shown([stored(0, 60, 'maintenance'), stored(60, 120, '<script>'), stored(500, 400, 'agent_down')])).toEqual([
      [0, 60, 'maintenance'],
      [60, 120, 'unknown'],
    ])
  })

  it('include hours without a record, unless explained', () => {
    expect(shown([], [0, 1, 4, 5])).toEqual([[2 * hour, 4 * hour, 'not_aggregated']])
    expect(shown([stored(2 * hour + 60, 3 * hour, 'server_down')], [0, 1, 4])).toEqual([
      [2 * hour + 60, 3 * hour, 'server_down'],
      [3 * hour, 4 * hour, 'not_aggregated'],
    ])
  })

  it('are limited to the longest, in order', () => {
    const many = Array.from({ length: 3000 }, (_, i) => stored(10 * i, 10 * i + (i % 10), 'link_down'))
    const found = shown(many)
    expect(found).toHaveLength(400)
    expect(found.every(([from, to]) => Number(to) - Number(from) >= 8)).toBe(true)
    expect(found.map(([from]) => from)).toEqual(found.map(([from]) => Number(from)).sort((a, b) => a - b))
  })
})
