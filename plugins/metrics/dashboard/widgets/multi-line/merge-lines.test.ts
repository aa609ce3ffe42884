import { describe, expect, it, vi } from 'vitest'
import { alignEnds, asShares, mergeTimes, valuesAt } from './merge-lines.ts'
import { isComplete, type ServerResult } from './use-server-results.ts'

const hour = 3600

describe('lines of several servers', () => {
  it('share one time axis, with gaps where one has no value', () => {
    const a = { times: [60, 120, 240], values: [1, 2, 4] }
    const b = { times: [120, 180], values: [5, null] }
    const times = mergeTimes([a, b])
    expect(times).toEqual([60, 120, 180, 240])
    expect(valuesAt(times, a)).toEqual([1, 2, null, 4])
    expect(valuesAt(times, b)).toEqual([null, 5, null, null])
    expect(mergeTimes([])).toEqual([])
  })

  it('are unchanged if they have the same times', () => {
    const a = { times: [60, 120], values: [1, 2] }
    const b = { times: [60, 120], values: [3, 4] }
    expect(mergeTimes([a, b])).toBe(a.times)
    expect(valuesAt(a.times, b)).toBe(b.values)
  })

  it('end at the same time if hourly, so that there are no isolated dots', () => {
    const a = { times: [hour, 2 * hour, 2 * hour + 1800], values: [1, 2, 3] }
    const b = { times: [hour, 2 * hour, 2 * hour + 1740], values: [4, 5, 6] }
    const offline = { times: [hour], values: [7] }
    const ended = alignEnds([a, b, offline], 1.5 * hour)
    expect(ended).toEqual([a, { ...b, times: a.times }, offline])
    expect(valuesAt(mergeTimes(ended), ended[1] ?? a)).toEqual([4, 5, 6])
    expect(alignEnds([a, b], 150)).toEqual([a, b])
  })

  it('are percentages only if all totals are known', () => {
    const a = { times: [60], values: [2, null], total: 8 }
    expect(asShares([a])).toEqual({ isShare: true, lines: [{ ...a, values: [25, null] }] })
    const unknown = { times: [60], values: [1], total: 0 }
    expect(asShares([a, unknown])).toEqual({ isShare: false, lines: [a, unknown] })
    const shrunk = { times: [60], values: [9], total: 8 }
    expect(asShares([shrunk]).isShare).toBe(false)
  })
})

describe('server results', () => {
  const read = (to: number): ServerResult => ({
    line: { times: [], values: [], span: { from: 0, to }, gapAfter: 150 },
    error: undefined,
    retry: vi.fn(),
  })
  const failed: ServerResult = { line: undefined, error: new Error('away'), retry: vi.fn() }

  it('are complete when all have succeeded or failed and none is stale', () => {
    const results = new Map([
      ['a', read(60)],
      ['b', read(60)],
      ['c', failed],
    ])
    expect(isComplete(['a', 'b', 'c'], results)).toBe(true)
    expect(isComplete(['a', 'd'], results)).toBe(false)
    expect(isComplete(['a', 'b'], new Map(results).set('b', read(120)))).toBe(false)
    expect(isComplete(['c'], results)).toBe(true)
  })

  it('are incomplete while one is loading', () => {
    expect(isComplete(['a'], new Map([['a', { ...failed, error: undefined }]]))).toBe(false)
  })
})
