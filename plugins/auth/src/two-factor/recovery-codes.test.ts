import { describe, expect, it } from 'vitest'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'

describe('recovery codes', () => {
  it('are ten distinct ones in four groups of four, stored as hashes', () => {
    const { shown, hashes } = makeRecoveryCodes()
    expect(new Set(shown).size).toBe(10)
    for (const code of shown) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(shown.map(hashRecoveryCode)).toEqual(hashes)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are equal in any formatting', () => {
    const plain = '0123-456a-bcd1-0xyz'
    const stored = hashRecoveryCode(plain)
    expect(stored).toBeDefined()
    for (const typed of ['0123456ABCD10XYZ', ' 0123 456a bcd1 0xyz ', 'o123-456a-bcdl-Oxyz', '0i23-456a-bcdI-0xyz']) {
      expect(hashRecoveryCode(typed)).toBe(stored)
    }
    expect(hashRecoveryCode('0123-456a-bcd1-0xy0')).not.toBe(stored)
  })

  it.each(['', '123456', '0123-456a-bcd1-0xy', '0123-456a-bcd1-0xyz0', '0123-456a-bcd1-0xyu', '0'.repeat(10_000)])(
    'are not %j',
    (typed) => expect(hashRecoveryCode(typed)).toBeUndefined(),
  )
})
