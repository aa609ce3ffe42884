import type { Database } from '@svc/plugin-sdk'

/** Credentials of a user that another process revoked. */
export interface OutsideRevocationRow {
  readonly id: number
  readonly user_id: string
}

export function outsideRevocationsStore(db: Database) {
  const insert = db.prepare<[string, number]>(
    'INSERT INTO auth_outside_revocations (user_id, created_at) VALUES (?, ?)',
  )
  const newest = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM auth_outside_revocations')
  const after = db.prepare<[number], OutsideRevocationRow>(
    'SELECT id, user_id FROM auth_outside_revocations WHERE id > ? ORDER BY id',
  )
  const dropUntil = db.prepare<[number]>('DELETE FROM auth_outside_revocations WHERE created_at <= ?')
  return {
    /** @param now seconds */
    insert: (userId: string, now: number) => void insert.run(userId, now),
    /** 0 without rows; ids only grow, also after rows were deleted */
    newest: (): number => newest.get()?.id ?? 0,
    after: (id: number) => after.all(id),
    dropUntil: (seconds: number) => void dropUntil.run(seconds),
  }
}
export type OutsideRevocationsStore = ReturnType<typeof outsideRevocationsStore>
