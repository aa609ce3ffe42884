import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Delivered, decrypt, type Rejection } from './decrypt.ts'
import { encrypt, identityOf, padded, paddedLengths } from './envelope.ts'

interface Vector extends Delivered {
  readonly name: string
  readonly plaintext: Record<string, unknown>
}
const file = JSON.parse(readFileSync(new URL('../../envelope-vectors.json', import.meta.url), 'utf8'))
const who = { deploymentId: file.deployment_id, userId: file.user_id, installationId: file.installation_id }
const stored = { ...who, keyId: file.key_id, key: Buffer.from(file.key, 'base64') }
const { now, vectors, rejected } = file as {
  readonly now: number
  readonly vectors: readonly Vector[]
  readonly rejected: readonly (Delivered & { readonly name: string; readonly rejection: Rejection })[]
}

describe('the test vectors', () => {
  it('name the account as the documentation says', () => {
    expect(file.identity).toBe('8e0ce074eee0ade8e2fd1d5c8bd77945be5c492ac6677c2e82efce1d1e27d5eb')
    expect(file.identity_input).toBe('["https://svc.example","alice","test-install"]')
    expect(identityOf(who)).toBe(file.identity)
  })

  it.each(vectors)('are what this server writes, and what an app reads: $name', async (vector) => {
    const { envelope, event, plaintext } = vector
    const header = { keyId: stored.keyId, identity: file.identity, eventId: event.id, expiresAt: event.expires_at }
    expect(encrypt(plaintext, stored.key, header, Buffer.from(envelope.nonce, 'base64'))).toEqual(envelope)
    expect(await decrypt(vector, stored, now)).toEqual(plaintext)
  })

  it.each(rejected)('are rejected with $name', async ({ rejection, ...delivered }) => {
    await expect(decrypt(delivered, stored, now)).rejects.toMatchObject({ rejection })
  })

  it('are rejected before and after their time', async () => {
    const [vector] = vectors as [Vector]
    await expect(decrypt(vector, stored, vector.event.expires_at)).rejects.toMatchObject({ rejection: 'expired' })
    const created = vector.plaintext.created_at as number
    await expect(decrypt(vector, stored, created - 61)).rejects.toMatchObject({ rejection: 'created' })
    expect(await decrypt(vector, stored, created - 60)).toEqual(vector.plaintext)
  })

  it('say nothing about other accounts of the same phone', async () => {
    const [vector] = vectors as [Vector]
    const others = [
      { ...stored, userId: 'bob' },
      { ...stored, deploymentId: 'https://other.example' },
      { ...stored, installationId: 'other' },
    ]
    for (const other of others) {
      await expect(decrypt(vector, other, now)).rejects.toMatchObject({ rejection: 'account' })
    }
  })
})

describe('an envelope', () => {
  it('has one of four lengths, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const bytes = padded({ text })
        expect(paddedLengths).toContain(bytes.length)
        expect(JSON.parse(bytes.toString())).toEqual({ text })
        const before = paddedLengths.filter((one) => one < bytes.length).at(-1) ?? 0
        expect(Buffer.byteLength(JSON.stringify({ text }))).toBeGreaterThan(before)
      }),
    )
    expect(() => padded({ text: 'x'.repeat(2048) })).toThrow(/at most 2048/)
  })

  it('has a nonce of its own', () => {
    const header = { keyId: stored.keyId, identity: file.identity, eventId: 'e', expiresAt: 1 }
    const key = randomBytes(32)
    const nonces = Array.from({ length: 1000 }, () => encrypt({}, key, header).nonce)
    expect(new Set(nonces).size).toBe(1000)
  })
})
