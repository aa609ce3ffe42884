import type { Users } from '@svc/plugin-auth/contract'
import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** An expired session stays this long, so that its owner can still recognize and remove it by recovery. */
const keptExpired = 30 * 86_400
const chunk = 200

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
  readonly store: SessionsStore
  readonly remove: Removal
}

/**
 * Tells revoked sessions from others. While this plugin is switched off, revocations of all credentials of a user pass
 * it by; the user's version tells afterwards.
 */
export function makeLiveness({ db, clock, users, store, remove }: Deps) {
  const isDead = (row: SessionRow): boolean => {
    const user = users.get(row.user_id)
    return !user || row.credentials_version < user.credentialsVersion
  }
  /** The row unless it was revoked, in which case it is dropped for good. */
  const unlessDead = (row: SessionRow | undefined): SessionRow | undefined => {
    if (!row || !isDead(row)) return row
    db.transaction(() => remove(row))
    return undefined
  }
  const dropLongExpired = () =>
    db.transaction(() => {
      const due = store.longExpired(toSeconds(clock.now()) - keptExpired, chunk)
      for (const row of due) remove(row)
      return due.length
    })
  return {
    isDead,
    unlessDead,
    /** Those that were not revoked; the others are dropped. */
    allAlive: (rows: readonly SessionRow[]): readonly SessionRow[] => rows.filter(unlessDead),
    /** Drops what was revoked, and what expired long ago. */
    clean(): void {
      for (const { user_id: userId, oldest } of store.versions()) {
        const current = users.get(userId)?.credentialsVersion
        if (current !== undefined && oldest >= current) continue
        db.transaction(() => store.ofUser(userId).filter(isDead).forEach(remove))
      }
      while (dropLongExpired() === chunk);
    },
  }
}
export type Liveness = ReturnType<typeof makeLiveness>
