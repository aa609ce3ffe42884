import { describe, expect, it } from 'vitest'
import { coveringName, parseRange, spanOf, writeSpan, zoomSpan } from './range.js'

const now = 1_790_000_030

describe('the range of the address', () => {
  it.each(['live', '1h', '6h', '24h'] as const)('%s', (name) => {
    expect(parseRange(name)).toBe(name)
  })

  it.each([undefined, '', '7d', 'x', '1790003600-1790000000', '1790000000-1790000060', '1-2', '1700000000-1790000000'])(
    '%s is live',
    (raw) => {
      expect(parseRange(raw)).toBe('live')
    },
  )

  it('reads the ends of a zoom that it wrote', () => {
    const span = { from: 1_790_000_040, to: 1_790_003_640 }
    expect(parseRange(writeSpan(span))).toEqual(span)
  })
})

describe('the stretch of time', () => {
  it('ends with the running minute', () => {
    expect(spanOf('1h', now)).toEqual({ from: 1_789_996_380, to: 1_789_999_980 })
    expect(spanOf('24h', now).to - spanOf('24h', now).from).toBe(86_400)
  })

  it('of a zoom has whole minutes and never less than four of them', () => {
    const span = zoomSpan(1_790_000_001.5, 1_790_000_011.5)
    expect([span.from % 60, span.to % 60]).toEqual([0, 0])
    expect(span.to - span.from).toBeGreaterThanOrEqual(240)
    expect(parseRange(writeSpan(span))).toEqual(span)
  })

  it('that shows a zoom from outside is the shortest that reaches back to it', () => {
    expect(coveringName({ from: now - 1800, to: now - 900 }, now)).toBe('1h')
    expect(coveringName({ from: now - 5 * 3600, to: now }, now)).toBe('6h')
    expect(coveringName({ from: now - 90_000, to: now - 80_000 }, now)).toBe('24h')
  })
})
