import { violatedRule } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { NewPassword, PasswordText } from '../sign-in/credential-schema.ts'
import { limitPassword } from './password-policy.ts'
import { decoyHash, defaultHashCost, makePasswords } from './passwords.ts'

const ann = { userId: 'ann' }
const costOf = (phc: string) => phc.split('$').slice(1, 4).join(' ')

describe('makePasswords', () => {
  it('hashes with argon2id at 19 MiB, two passes, one lane, and verifies', async () => {
    const { hash, verify } = makePasswords(defaultHashCost)
    const stored = await hash('correct horse', ann)
    expect(costOf(stored)).toBe('argon2id v=19 m=19456,t=2,p=1')
    expect(await verify(stored, 'correct horse', ann)).toBe(true)
    expect(await verify(stored, 'correct horsE', ann)).toBe(false)
  })

  it('hashes for an unknown user, and rejects', async () => {
    expect(costOf(decoyHash(defaultHashCost))).toBe(costOf(await makePasswords(defaultHashCost).hash('x', ann)))
    expect(await makePasswords(defaultHashCost).verify(undefined, 'anything', ann)).toBe(false)
  })

  it('treats composed and decomposed accents as equal', async () => {
    const { hash, verify } = makePasswords(defaultHashCost)
    expect(await verify(await hash('pass caf\u00e9', ann), 'pass cafe\u0301', ann)).toBe(true)
  })

  it('refuses strangers when too many wait, not users', async () => {
    const { hash } = makePasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
    const address = (index: number) => ({ address: `192.0.2.${index}` })
    const flood = Promise.allSettled(Array.from({ length: 110 }, (_, index) => hash('x', address(index))))
    const order: string[] = []
    const users = [hash('x', ann), hash('x', { userId: 'bob' })].map((each) => each.then(() => order.push('user')))
    await Promise.all([...users, flood.then(() => order.push('flood'))])
    expect(order).toEqual(['user', 'user', 'flood'])
    const refused = (await flood).filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(9)
    expect(refused[0]?.reason).toMatchObject({ status: 429 })
    await expect(hash('x', address(1))).resolves.toMatch(/^\$argon2id/)
  })

  it('refuses one address that has too many, not the others', async () => {
    const { hash } = makePasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
    const flood = Array.from({ length: 20 }, (_, index) => hash('x', { address: `2001:db8::${index}` }))
    const other = hash('x', { address: '192.0.2.1' })
    const results = await Promise.allSettled(flood)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(9)
    await expect(other).resolves.toMatch(/^\$argon2id/)
  })
})

describe('password policy', () => {
  it.each(['12345678', '😀'.repeat(8), 'x'.repeat(1024), 'tab\tand space'])('accepts %j', (text) => {
    expect(violatedRule(NewPassword, text)).toBeUndefined()
    expect(limitPassword('new_password', text)).toBe(text)
  })
  it.each([
    ['', { code: 'kernel.MIN_LENGTH', params: { count: 8 } }],
    ['1234567', { code: 'kernel.MIN_LENGTH', params: { count: 8 } }],
    ['😀'.repeat(7), { code: 'kernel.MIN_LENGTH', params: { count: 8 } }],
    ['x'.repeat(1025), { code: 'kernel.MAX_LENGTH', params: { count: 1024 } }],
    ['abcd\0efgh', { code: 'auth.INVALID_TEXT' }],
  ])('rejects %j', (text, rule) => expect(violatedRule(NewPassword, text)).toEqual(rule))
  it('limits bytes, too', () =>
    expect(() => limitPassword('new_password', 'é'.repeat(513))).toThrow(
      expect.objectContaining({
        status: 422,
        fields: [{ field: 'new_password', code: 'auth.TOO_MANY_BYTES', params: { max: 1024 } }],
      }),
    ))
  it('accepts a short password when only verifying', () => expect(violatedRule(PasswordText, 'short')).toBeUndefined())
})
