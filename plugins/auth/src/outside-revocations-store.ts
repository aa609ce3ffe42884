import type { Database } from '@svc/plugin-sdk'

/** A revocation of all credentials of a user by another process. */
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
  const deleteUntil = db.prepare<[number]>('DELETE FROM auth_outside_revocations WHERE created_at <= ?')
  return {
    /** @param now seconds */
    insert: (userId: string, now: number) => void insert.run(userId, now),
    /** 0 without rows; ids are never reused */
    newest: (): number => newest.get()?.id ?? 0,
    after: (id: number) => after.all(id),
    deleteUntil: (seconds: number) => void deleteUntil.run(seconds),
  }
}
export type OutsideRevocationsStore = ReturnType<typeof outsideRevocationsStore>
