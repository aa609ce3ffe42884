import { randomUUID } from 'node:crypto'
import { badRequest, type Clock, type Database, forbidden, notFound, type Principal, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { UsersStore } from '../users/users-store.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import type { ApiKeyRow, ApiKeysStore, OwnedKeyRow } from './api-keys-store.ts'

const mostPerUser = 100
/** A use writes a row, so busy keys do it once a minute. */
const touchSeconds = 60

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: ApiKeysStore
  readonly users: Pick<UsersStore, 'get'>
  readonly revocation: Revocation
  readonly audit: Audit
}

/** The key to be. */
export interface WantedKey {
  readonly name: string
  /** null never expires */
  readonly days: number | null
}

/** Keys for programs. They act as their owner, with the owner's role of that moment. */
export function makeApiKeys({ db, clock, store, users, revocation, audit }: Deps) {
  const now = () => toSeconds(clock.now())

  return {
    /** The whole key is told here and never again. */
    create(who: Principal, { name, days }: WantedKey, ip: string): ApiKeyRow & { readonly key: string } {
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
        // the body of the request may have taken its time
        if (users.get(who.userId)?.role !== 'admin') throw forbidden('administrators only')
        if (store.count(who.userId) >= mostPerUser) {
          throw badRequest(`an account can have at most ${mostPerUser} API keys; delete one first`)
        }
        store.insert({ ...row, user_id: who.userId, key_hash: hash })
        const detail = { id: row.id, name, key_prefix: prefix }
        audit.write({ userId: who.userId, action: 'api_key.create', detail, ip })
      })
      return { ...row, key }
    },

    list: (userId: string) => store.list(userId),

    /** 404 when it is not the caller's. What it holds open ends. */
    remove(who: Principal, id: string, ip: string): void {
      db.transaction(() => {
        const gone = store.drop(id, who.userId)
        if (!gone) throw notFound('there is no such API key')
        const detail = { id, name: gone.name, key_prefix: gone.key_prefix }
        audit.write({ userId: who.userId, action: 'api_key.delete', detail, ip })
        revocation.one(who.userId, id)
      })
    },

    /** The living key with its owner. */
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
