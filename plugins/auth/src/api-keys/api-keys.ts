import { createHash, randomUUID } from 'node:crypto'
import { badRequest, type Clock, forbidden, notFound, type Principal, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import { makeToken } from '../token.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { ApiKeyRow, ApiKeysStore, OwnedKeyRow } from './api-keys-store.ts'

const keyPrefix = 'svc_'
const keyPattern = /^svc_[\w-]{43}$/
const prefixLength = 8

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A new key, its stored hash, and the visible prefix by which people recognize it. */
function makeApiKey(): { readonly key: string; readonly prefix: string; readonly hash: string } {
  const random = makeToken()
  const key = `${keyPrefix}${random}`
  return { key, prefix: random.slice(0, prefixLength), hash: hashOf(key) }
}

/**
 * The stored hash of a key; 256 random bits need no slow hash. Undefined for text that is not a key, so that huge inputs
 * are never hashed.
 */
const hashApiKey = (key: string): string | undefined => (keyPattern.test(key) ? hashOf(key) : undefined)

const maxPerUser = 100
/** Recording a use writes a row, so it happens at most once a minute. */
const touchSeconds = 60

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly store: ApiKeysStore
  readonly users: Pick<UsersStore, 'get'>
  readonly revocation: Revocation
  readonly audit: Audit
}

export interface NewKey {
  readonly name: string
  /** null never expires */
  readonly days: number | null
}

/** API keys. They act as their owner, with the current role of the owner. */
export function makeApiKeys({ clock, store, users, revocation, audit }: Deps) {
  const now = () => toSeconds(clock.now())

  return {
    /** The full key is returned only here. */
    create(who: Principal, { name, days }: NewKey, ip: string): ApiKeyRow & { readonly key: string } {
      const { key, prefix, hash } = makeApiKey()
      const row = {
        id: randomUUID(),
        name,
        key_prefix: prefix,
        created_at: now(),
        expires_at: days === null ? null : now() + days * 86_400,
        last_used_at: null,
      }
      const create = () => {
        // the role may have changed while the body was read
        if (users.get(who.userId)?.role !== 'admin') throw forbidden('kernel.ADMIN_ONLY')
        if (store.count(who.userId) >= maxPerUser) {
          throw badRequest('auth.TOO_MANY_API_KEYS', { max: maxPerUser })
        }
        store.insert({ ...row, user_id: who.userId, key_hash: hash })
        return { id: row.id, name, key_prefix: prefix }
      }
      audit.act({ userId: who.userId, ip }, 'api_key.create', create, (detail) => detail)
      return { ...row, key }
    },

    list: (userId: string) => store.list(userId),

    /** Throws 404 if it is not the caller's. Closes its connections. */
    remove(who: Principal, id: string, ip: string): void {
      const remove = () => {
        const deleted = store.drop(id, who.userId)
        if (!deleted) throw notFound('auth.API_KEY_NOT_FOUND')
        revocation.one(who.userId, id)
        return { id, name: deleted.name, key_prefix: deleted.key_prefix }
      }
      audit.act({ userId: who.userId, ip }, 'api_key.delete', remove, (detail) => detail)
    },

    /** The valid key with its owner. */
    find(key: string): OwnedKeyRow | undefined {
      const hash = hashApiKey(key)
      const row = hash && store.find(hash)
      if (!row || (row.expires_at !== null && row.expires_at <= now())) return undefined
      const { last_used_at: usedAt } = row
      if (usedAt === null || now() - usedAt >= touchSeconds) store.touch(row.id, now())
      return row
    },
  }
}
export type ApiKeys = ReturnType<typeof makeApiKeys>
