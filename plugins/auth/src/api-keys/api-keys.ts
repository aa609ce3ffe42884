import { randomUUID } from 'node:crypto'
import { badRequest, type Clock, type Database, forbidden, notFound, type Principal, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { UsersStore } from '../users/users-store.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import type { ApiKeyRow, ApiKeysStore, OwnedKeyRow } from './api-keys-store.ts'

const maxPerUser = 100
/** Recording a use writes a row, so it happens at most once a minute. */
const touchSeconds = 60

interface Deps {
  readonly db: Database
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
export function makeApiKeys({ db, clock, store, users, revocation, audit }: Deps) {
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
      db.transaction(() => {
        // the role may have changed while the body was read
        if (users.get(who.userId)?.role !== 'admin') throw forbidden('administrators only')
        if (store.count(who.userId) >= maxPerUser) {
          throw badRequest(`an account can have at most ${maxPerUser} API keys; delete one first`)
        }
        store.insert({ ...row, user_id: who.userId, key_hash: hash })
        const detail = { id: row.id, name, key_prefix: prefix }
        audit.write({ userId: who.userId, action: 'api_key.create', detail, ip })
      })
      return { ...row, key }
    },

    list: (userId: string) => store.list(userId),

    /** Throws 404 if it is not the caller's. Closes its connections. */
    remove(who: Principal, id: string, ip: string): void {
      db.transaction(() => {
        const deleted = store.drop(id, who.userId)
        if (!deleted) throw notFound('API key not found')
        const detail = { id, name: deleted.name, key_prefix: deleted.key_prefix }
        audit.write({ userId: who.userId, action: 'api_key.delete', detail, ip })
        revocation.one(who.userId, id)
      })
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
