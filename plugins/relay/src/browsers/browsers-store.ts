import type { Database } from '@svc/plugin-sdk'

export interface BrowserRow {
  readonly id: string
  readonly user_id: string
  /** the web session of the browser; empty after its end, until the browser is used again */
  readonly session_id: string
  /** of the account, when it subscribed */
  readonly credentials_version: number
  readonly revision: number
  readonly endpoint_hash: string
  readonly subscription_sealed: string
  readonly name: string
  readonly language: string
  readonly created_at: number
}

export interface PreferencesRow {
  readonly user_id: string
  readonly categories: string
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly time_zone: string
}

export interface VapidRow {
  readonly public_key: string
  readonly private_sealed: string
}

/** Subscriptions of browsers, and what their users want to be told. */
export function browsersStore(db: Database) {
  const get = db.prepare<[string], BrowserRow>('SELECT * FROM relay_browsers WHERE id = ?')
  const byEndpoint = db.prepare<[string], BrowserRow>('SELECT * FROM relay_browsers WHERE endpoint_hash = ?')
  const ofUser = db.prepare<[string], BrowserRow>(
    'SELECT * FROM relay_browsers WHERE user_id = ? ORDER BY created_at DESC, id',
  )
  const after = db.prepare<[string, number], BrowserRow>(
    'SELECT * FROM relay_browsers WHERE id > ? ORDER BY id LIMIT ?',
  )
  const put = db.prepare<[BrowserRow]>(
    `INSERT OR REPLACE INTO relay_browsers (id, user_id, session_id, credentials_version, revision, endpoint_hash,
       subscription_sealed, name, language, created_at)
     VALUES (@id, @user_id, @session_id, @credentials_version, @revision, @endpoint_hash, @subscription_sealed, @name,
       @language, @created_at)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM relay_browsers WHERE id = ?')
  const removeRevision = db.prepare<[string, number]>('DELETE FROM relay_browsers WHERE id = ? AND revision = ?')
  const removeSession = db.prepare<[string, string]>(
    `DELETE FROM relay_browsers WHERE user_id = ? AND session_id IN (?, '')`,
  )
  const detach = db.prepare<[string, string]>(
    `UPDATE relay_browsers SET session_id = '' WHERE user_id = ? AND session_id = ?`,
  )
  const removeAll = db.prepare<[]>('DELETE FROM relay_browsers')
  const userIds = db.prepare<[], { user_id: string }>(
    'SELECT user_id FROM relay_browsers UNION SELECT user_id FROM relay_preferences',
  )
  const setVersion = db.prepare<[number, string]>('UPDATE relay_browsers SET credentials_version = ? WHERE id = ?')
  const preferences = db.prepare<[string], PreferencesRow>('SELECT * FROM relay_preferences WHERE user_id = ?')
  const putPreferences = db.prepare<[PreferencesRow]>(
    `INSERT OR REPLACE INTO relay_preferences (user_id, categories, quiet_from, quiet_to, time_zone)
     VALUES (@user_id, @categories, @quiet_from, @quiet_to, @time_zone)`,
  )
  const removePreferences = db.prepare<[string]>('DELETE FROM relay_preferences WHERE user_id = ?')
  const vapid = db.prepare<[], VapidRow>('SELECT public_key, private_sealed FROM relay_vapid_keys')
  const putVapid = db.prepare<[VapidRow]>(
    'INSERT OR REPLACE INTO relay_vapid_keys (id, public_key, private_sealed) VALUES (1, @public_key, @private_sealed)',
  )
  return {
    get: (id: string) => get.get(id),
    byEndpoint: (hash: string) => byEndpoint.get(hash),
    /** Newest first. */
    ofUser: (userId: string) => ofUser.all(userId),
    /** In the order of ids. */
    after: (id: string, limit: number) => after.all(id, limit),
    put: (row: BrowserRow) => void put.run(row),
    remove: (id: string): boolean => remove.run(id).changes > 0,
    removeRevision: (id: string, revision: number) => void removeRevision.run(id, revision),
    /** Those of a session, and those that may belong to it. */
    removeSession: (userId: string, sessionId: string) => void removeSession.run(userId, sessionId),
    detachSession: (userId: string, sessionId: string) => void detach.run(userId, sessionId),
    removeAll: () => void removeAll.run(),
    userIds: () => userIds.all().map(({ user_id }) => user_id),
    setVersion: (id: string, version: number) => void setVersion.run(version, id),
    preferences: (userId: string) => preferences.get(userId),
    putPreferences: (row: PreferencesRow) => void putPreferences.run(row),
    removePreferences: (userId: string) => void removePreferences.run(userId),
    vapid: () => vapid.get(),
    putVapid: (row: VapidRow) => void putVapid.run(row),
  }
}
export type BrowsersStore = ReturnType<typeof browsersStore>
