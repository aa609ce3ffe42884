import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

describe('a duration', () => {
  it.each([
    ['90s', 90],
    ['30m', 1800],
    ['12h', 43_200],
    ['3650d', 315_360_000],
  ])('%s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it.each(['', '0m', '-1m', '1', 'm', '1.5h', '1h30m', '30 m', '30M', '1w', '3651d', '99999999999d', '１m', '30m\n'])(
    'is not %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )

  it.each([
    [0, '0s'],
    [-5, '0s'],
    [0.2, '1s'],
    [59, '59s'],
    [1800, '30m'],
    [3661, '1h 1m'],
    [3605, '1h'],
    [90_000, '1d 1h'],
  ])('of %d seconds is formatted as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})
