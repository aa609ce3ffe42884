import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSecrets } from './secrets.ts'

const secrets = makeSecrets(randomBytes(32))

/** Other encodings of the same sealed text. */
const flip = (sealed: string, at: number) =>
  `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`

describe('secrets', () => {
  it.each(['', 'x', 'geheim äß 密 🔑', 'y'.repeat(100_000)])('open what they sealed', (text) => {
    const sealed = secrets.seal('auth.totp:1', text)
    expect(sealed).toMatch(/^v1\.[\w-]+$/)
    expect(secrets.open('auth.totp:1', sealed)).toBe(text)
  })

  it('encrypt the same text differently each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => secrets.seal('a', 'text'))).size).toBe(100)
  })

  it('cannot be decrypted for another purpose or with another key', () => {
    const sealed = secrets.seal('auth.totp:1', 'text')
    for (const purpose of ['auth.totp:2', 'auth.totp:', '', 'auth.totp:1 ']) {
      expect(secrets.open(purpose, sealed)).toBeUndefined()
    }
    expect(makeSecrets(randomBytes(32)).open('auth.totp:1', sealed)).toBeUndefined()
  })

  it('cannot be decrypted after any modification', () => {
    const sealed = secrets.seal('a', 'some text')
    for (let at = 0; at < sealed.length; at += 1) expect(secrets.open('a', flip(sealed, at))).toBeUndefined()
    for (let end = 0; end < sealed.length; end += 1) expect(secrets.open('a', sealed.slice(0, end))).toBeUndefined()
  })

  it.each(['', 'v1.', 'v2.', 'text', 'v1.####', `v1.${'A'.repeat(37)}`, '\u0000'])('open nothing of %j', (sealed) => {
    expect(secrets.open('a', sealed)).toBeUndefined()
  })

  it('accept only canonical encoding', () => {
    const sealed = secrets.seal('a', 'text')
    for (const other of [`${sealed}=`, `${sealed}\n`, `${sealed} `, sealed.replace('v1.', 'V1.')]) {
      expect(secrets.open('a', other)).toBeUndefined()
    }
  })
})
