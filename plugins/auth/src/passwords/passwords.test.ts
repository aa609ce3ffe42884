import { describe, expect, it } from 'vitest'
import { requireNewPassword, requirePasswordText } from './password-policy.ts'
import { decoyHash, defaultHashCost, makePasswords } from './passwords.ts'

const costOf = (phc: string) => phc.split('$').slice(1, 4).join(' ')

describe('makePasswords', () => {
  it('hashes with argon2id at 19 MiB, two passes, one lane, and verifies', async () => {
    const { hash, verify } = makePasswords(defaultHashCost)
    const stored = await hash('correct horse')
    expect(costOf(stored)).toBe('argon2id v=19 m=19456,t=2,p=1')
    expect(await verify(stored, 'correct horse')).toBe(true)
    expect(await verify(stored, 'correct horsE')).toBe(false)
  })

  it('hashes for an unknown user, and rejects', async () => {
    expect(costOf(decoyHash(defaultHashCost))).toBe(costOf(await makePasswords(defaultHashCost).hash('x')))
    expect(await makePasswords(defaultHashCost).verify(undefined, 'anything')).toBe(false)
  })

  it('treats composed and decomposed accents as equal', async () => {
    const { hash, verify } = makePasswords(defaultHashCost)
    expect(await verify(await hash('pass caf\u00e9'), 'pass cafe\u0301')).toBe(true)
  })

  it('rejects hashes beyond its queue limit, and recovers', async () => {
    const { hash } = makePasswords(defaultHashCost)
    const results = await Promise.allSettled(Array.from({ length: 110 }, () => hash('x')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(8)
    expect(refused[0]?.reason).toMatchObject({ status: 429 })
    await expect(hash('x')).resolves.toMatch(/^\$argon2id/)
  }, 60_000)
})

describe('password policy', () => {
  it.each(['12345678', '😀'.repeat(8), 'x'.repeat(1024), 'tab\tand space'])('accepts %j', (text) =>
    expect(requireNewPassword('new_password', text)).toBe(text),
  )
  it.each([
    ['', { code: 'kernel.NOT_EMPTY' }],
    ['1234567', { code: 'kernel.MIN_LENGTH', params: { count: 8 } }],
    ['😀'.repeat(7), { code: 'kernel.MIN_LENGTH', params: { count: 8 } }],
    ['x'.repeat(1025), { code: 'auth.TOO_MANY_BYTES', params: { max: 1024 } }],
    ['é'.repeat(513), { code: 'auth.TOO_MANY_BYTES', params: { max: 1024 } }],
    ['abcd\0efgh', { code: 'auth.INVALID_TEXT' }],
    ['abcdefgh\ud800', { code: 'auth.INVALID_TEXT' }],
  ])('rejects %j', (text, rule) => {
    expect(() => requireNewPassword('new_password', text)).toThrow(
      expect.objectContaining({ status: 422, fields: [expect.objectContaining({ field: 'new_password', ...rule })] }),
    )
  })
  it('accepts a short password when only verifying', () =>
    expect(requirePasswordText('password', 'short')).toBe('short'))
})
