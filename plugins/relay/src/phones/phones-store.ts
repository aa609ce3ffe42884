import type { Database } from '@svc/plugin-sdk'

export interface PhoneRow {
  readonly installation_id: string
  readonly user_id: string
  readonly session_id: string
  readonly revision: number
  readonly enabled: 0 | 1
  readonly categories: string
  /** null: not registered, as are the next four */
  readonly token_sealed: string | null
  readonly environment: 'sandbox' | 'production' | null
  readonly key_id: string | null
  readonly key_sealed: string | null
  readonly deployment_id: string | null
  readonly updated_at: number
}

/** A phone on the older direct route. */
export interface DirectPhoneRow {
  readonly installation_id: string
  readonly user_id: string
  readonly session_id: string
  readonly token_sealed: string
  readonly updated_at: number
}

const columns = [
  'installation_id, user_id, session_id, revision, enabled, categories',
  'token_sealed, environment, key_id, key_sealed, deployment_id, updated_at',
].join(', ')
const values = columns.replaceAll(/\w+/g, '@$&')

/** Registrations of phones. */
export function phonesStore(db: Database) {
  const get = db.prepare<[string], PhoneRow>('SELECT * FROM relay_phones WHERE installation_id = ?')
  const put = db.prepare<[PhoneRow]>(`INSERT OR REPLACE INTO relay_phones (${columns}) VALUES (${values})`)
  const remove = db.prepare<[string]>('DELETE FROM relay_phones WHERE session_id = ?')
  const removeOne = db.prepare<[string]>('DELETE FROM relay_phones WHERE installation_id = ?')
  const registered = db.prepare<[string, number], PhoneRow>(
    `SELECT * FROM relay_phones WHERE token_sealed IS NOT NULL AND installation_id > ? ORDER BY installation_id LIMIT ?`,
  )
  const invalidate = db.prepare<[number, string, number]>(
    `UPDATE relay_phones SET token_sealed = NULL, environment = NULL, key_id = NULL, key_sealed = NULL, deployment_id = NULL,
       revision = revision + 1, updated_at = ?
     WHERE installation_id = ? AND revision = ? AND token_sealed IS NOT NULL`,
  )
  const sessions = db.prepare<[], { session_id: string }>(
    'SELECT session_id FROM relay_phones UNION SELECT session_id FROM relay_direct_phones',
  )
  const ofInstallation = db.prepare<[string, string, string, string], { session_id: string }>(
    `SELECT session_id FROM relay_phones WHERE user_id = ? AND installation_id = ?
     UNION SELECT session_id FROM relay_direct_phones WHERE user_id = ? AND installation_id = ?`,
  )
  const getDirect = db.prepare<[string], DirectPhoneRow>('SELECT * FROM relay_direct_phones WHERE installation_id = ?')
  const putDirect = db.prepare<[DirectPhoneRow]>(
    `INSERT OR REPLACE INTO relay_direct_phones (installation_id, user_id, session_id, token_sealed, updated_at)
     VALUES (@installation_id, @user_id, @session_id, @token_sealed, @updated_at)`,
  )
  const removeDirect = db.prepare<[string]>('DELETE FROM relay_direct_phones WHERE session_id = ?')
  const removeOneDirect = db.prepare<[string]>('DELETE FROM relay_direct_phones WHERE installation_id = ?')
  return {
    get: (installationId: string) => get.get(installationId),
    put: (row: PhoneRow) => void put.run(row),
    remove: (installationId: string) => void removeOne.run(installationId),
    /** Registered ones after an installation, in the order of their ids. */
    registered: (after: string, limit: number) => registered.all(after, limit),
    /** Removes token and key if the registration still has this revision. */
    invalidate: (installationId: string, revision: number, now: number): boolean =>
      invalidate.run(now, installationId, revision).changes > 0,
    sessionIds: () => sessions.all().map(({ session_id }) => session_id),
    sessionIdsOf: (userId: string, installationId: string) =>
      ofInstallation.all(userId, installationId, userId, installationId).map(({ session_id }) => session_id),
    /** Everything of a session. */
    deleteFor(sessionId: string): void {
      remove.run(sessionId)
      removeDirect.run(sessionId)
    },
    getDirect: (installationId: string) => getDirect.get(installationId),
    putDirect: (row: DirectPhoneRow) => void putDirect.run(row),
    removeDirect: (installationId: string) => void removeOneDirect.run(installationId),
  }
}
export type PhonesStore = ReturnType<typeof phonesStore>
