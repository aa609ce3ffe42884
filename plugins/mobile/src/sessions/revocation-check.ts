import type { Users } from '@svc/plugin-auth/contract'
import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** Expired sessions are kept this long, so that recovery can list them. */
const expiredRetentionSeconds = 30 * 86_400
const batchSize = 200

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
  readonly store: SessionsStore
  readonly remove: Removal
}

/**
 * Detects revoked sessions by the credentials version of their user. Revocations are missed while this plugin is disabled,
 * but the version tells afterwards.
 */
export function makeRevocationCheck({ db, clock, users, store, remove }: Deps) {
  const isRevoked = (row: SessionRow): boolean => {
    const user = users.get(row.user_id)
    return !user || row.credentials_version < user.credentialsVersion
  }
  /** The row, or undefined if it was revoked; then it is deleted. */
  const unlessRevoked = (row: SessionRow | undefined): SessionRow | undefined => {
    if (!row || !isRevoked(row)) return row
    db.transaction(() => remove(row))
    return undefined
  }
  const deleteExpiredBatch = () =>
    db.transaction(() => {
      const due = store.longExpired(toSeconds(clock.now()) - expiredRetentionSeconds, batchSize)
      for (const row of due) remove(row)
      return due.length
    })
  return {
    isRevoked,
    unlessRevoked,
    /** Filters out revoked sessions and deletes them. */
    withoutRevoked: (rows: readonly SessionRow[]): readonly SessionRow[] => rows.filter(unlessRevoked),
    /** Deletes revoked sessions and sessions that expired long ago. */
    clean(): void {
      for (const { user_id: userId, oldest } of store.versions()) {
        const current = users.get(userId)?.credentialsVersion
        if (current !== undefined && oldest >= current) continue
        db.transaction(() => store.ofUser(userId).filter(isRevoked).forEach(remove))
      }
      while (deleteExpiredBatch() === batchSize);
    },
  }
}
export type RevocationCheck = ReturnType<typeof makeRevocationCheck>
