import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    ['nginx', 'nginx'],
    ['数据库', '数据库'],
    ['a b', 'a b'],
    ['🐘db', '🐘db'],
    ['two\nlines', 'two?lines'],
    ['\u001b[31mred', '?[31mred'],
    ['gpj.\u202Eexe', 'gpj.?exe'],
    ['\u2066iso\u2069late', '?iso?late'],
    ['in\u200Bvisible', 'in?visible'],
    ['line\u2028end', 'line?end'],
    ['no\u00A0break', 'no?break'],
    ['filler\u3164', 'filler?'],
    ['half \uD83D', 'half ?'],
    ['\u0000', '?'],
    ['', ''],
  ])('turns %j into %j', (given, expected) => {
    expect(plainText(given, 64)).toBe(expected)
  })

  it('replaces a surrogate pair split by the cut', () => {
    expect(plainText('abc🐘', 4)).toBe('abc?')
  })

  it('returns short, single-line, well-formed text for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(80), (text, max) => {
        const plain = plainText(text, max)
        expect(plain.length).toBeLessThanOrEqual(max)
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect(plainText(plain, max)).toBe(plain)
      }),
    )
  })
})
