import { describe, expect, it } from 'vitest'
import {
  type AbsoluteRange,
  defaultRange,
  enclosingRange,
  formatRange,
  maxSeconds,
  parseRange,
  type Range,
  rangeNames,
  resolveRange,
  zoomRange,
} from './range.ts'

const now = 1_790_000_030
const day = 86_400

describe('the range of the URL', () => {
  it.each(rangeNames)('%s round-trips', (name) => {
    expect(formatRange(parseRange(name) as Range)).toBe(name)
  })

  it.each([
    ['1h', 3600],
    ['36h', 36 * 3600],
    ['90d', 90 * day],
    ['400d', 400 * day],
  ])('%s ends now', (name, seconds) => {
    expect(parseRange(name)).toEqual({ name, seconds })
  })

  it.each([
    ...[undefined, '', '0h', '01h', '401d', '9999d', '-1h', '1w', '1h2', 'x', '1e9-2e9'],
    ...['1790003600-1790000000', '1790000000-1790000060', '1-2', '1700000000-1790000000', '99999999999999-1'],
  ])('%s is none', (raw) => {
    expect(parseRange(raw)).toBeUndefined()
  })

  it('round-trips a zoomed range', () => {
    const span = { from: 1_790_000_040, to: 1_790_003_640 }
    expect(parseRange(formatRange(span))).toEqual(span)
  })
})

describe('without a range', () => {
  it.each([
    [null, false, '1h'],
    ['6h', false, '6h'],
    ['live', false, 'live'],
    ['nonsense', false, '1h'],
    [null, true, '24h'],
    ['live', true, '24h'],
    ['30d', true, '30d'],
  ])('after %s and offline %s it is %s', (lastUsed, isOffline, name) => {
    expect(formatRange(defaultRange(lastUsed, isOffline))).toBe(name)
  })
})

describe('the resolved range', () => {
  it('ends with the current minute', () => {
    expect(resolveRange({ name: '1h', seconds: 3600 }, now)).toEqual({ from: 1_789_996_380, to: 1_789_999_980 })
  })

  it('of a zoom has whole minutes, at least four', () => {
    const span = zoomRange(1_789_990_001.5, 1_789_990_011.5, now)
    expect([span.from % 60, span.to % 60]).toEqual([0, 0])
    expect(span.to - span.from).toBeGreaterThanOrEqual(240)
    expect(parseRange(formatRange(span))).toEqual(span)
  })

  it('of a zoom does not reach into the future', () => {
    const { from, to } = zoomRange(now - 10, now + 5000, now)
    expect(to).toBe(Math.ceil(now / 60) * 60)
    expect(to - from).toBeGreaterThanOrEqual(240)
    expect(zoomRange(now + 10_000, now + 20_000, now).to).toBe(to)
  })

  it('of a zoom stays within the maximum', () => {
    const span = zoomRange(now - 800 * day, now, now)
    expect(span.to - span.from).toBe(maxSeconds)
    expect(parseRange(formatRange(span))).toEqual(span)
  })
})

it.each<[AbsoluteRange, string]>([
  [{ from: now - 1800, to: now - 900 }, '1h'],
  [{ from: now - 5 * 3600, to: now }, '6h'],
  [{ from: now - 90_000, to: now - 80_000 }, '7d'],
  [{ from: now - 20 * day, to: now - 19 * day }, '30d'],
  [{ from: now - 600 * day, to: now - 590 * day }, '400d'],
  [{ from: now - 800 * day, to: now - 400 * day }, '400d'],
])('encloses %o with the minSeconds preset that reaches back to it', (span, name) => {
  expect(enclosingRange(span, now).name).toBe(name)
})
