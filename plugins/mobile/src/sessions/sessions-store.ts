import type { Database } from '@svc/plugin-sdk'

export interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly installation_id: string
  readonly device_name: string
  readonly access_hash: string
  readonly access_expires_at: number
  readonly refresh_hash: string
  readonly refresh_expires_at: number
  readonly revocation_hash: string
  /** of the user at creation; the session is revoked if the user's is higher */
  readonly credentials_version: number
  readonly created_at: number
  readonly last_used_at: number
  readonly ip: string
}

/** Columns replaced by a refresh. */
export interface Rotation
  extends Pick<
    SessionRow,
    'id' | 'access_hash' | 'access_expires_at' | 'refresh_hash' | 'refresh_expires_at' | 'last_used_at' | 'ip'
  > {
  /** hash of the refresh token that this rotation consumes */
  readonly consumed: string
}

export function sessionsStore(db: Database) {
  const by = (column: string) => db.prepare<[string], SessionRow>(`SELECT * FROM mobile_sessions WHERE ${column} = ?`)
  const byId = by('id')
  const byAccess = by('access_hash')
  const byRefresh = by('refresh_hash')
  const byRevocation = by('revocation_hash')
  const byConsumed = db.prepare<[string], SessionRow>(
    `SELECT s.* FROM mobile_consumed_secrets AS c JOIN mobile_sessions AS s ON s.id = c.session_id WHERE c.hash = ?`,
  )
  const insert = db.prepare<[object]>(
    `INSERT INTO mobile_sessions (id, user_id, installation_id, device_name, access_hash, access_expires_at,
       refresh_hash, refresh_expires_at, revocation_hash, credentials_version, created_at, last_used_at, ip)
     VALUES (@id, @user_id, @installation_id, @device_name, @access_hash, @access_expires_at,
       @refresh_hash, @refresh_expires_at, @revocation_hash, @credentials_version, @created_at, @last_used_at, @ip)`,
  )
  const rotate = db.prepare<[object]>(
    `UPDATE mobile_sessions SET access_hash = @access_hash, access_expires_at = @access_expires_at,
       refresh_hash = @refresh_hash, refresh_expires_at = @refresh_expires_at, last_used_at = @last_used_at, ip = @ip
     WHERE id = @id AND refresh_hash = @consumed`,
  )
  const consume = db.prepare<[string, string]>('INSERT INTO mobile_consumed_secrets (hash, session_id) VALUES (?, ?)')
  const touch = db.prepare<[number, string]>('UPDATE mobile_sessions SET last_used_at = ? WHERE id = ?')
  const setVersion = db.prepare<[number, string]>('UPDATE mobile_sessions SET credentials_version = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM mobile_sessions WHERE id = ?')
  const ofUser = db.prepare<[string], SessionRow>(
    'SELECT * FROM mobile_sessions WHERE user_id = ? ORDER BY last_used_at DESC, created_at DESC, rowid DESC',
  )
  const ofInstallation = db.prepare<[string, string], SessionRow>(
    `SELECT * FROM mobile_sessions WHERE user_id = ? AND installation_id = ?
     ORDER BY last_used_at DESC, created_at DESC, rowid DESC`,
  )
  const longExpired = db.prepare<[number, number], SessionRow>(
    'SELECT * FROM mobile_sessions WHERE refresh_expires_at <= ? LIMIT ?',
  )
  const versions = db.prepare<[], { user_id: string; oldest: number }>(
    'SELECT user_id, min(credentials_version) AS oldest FROM mobile_sessions GROUP BY user_id',
  )
  return {
    get: (id: string) => byId.get(id),
    byAccess: (hash: string) => byAccess.get(hash),
    byRefresh: (hash: string) => byRefresh.get(hash),
    byRevocation: (hash: string) => byRevocation.get(hash),
    /** By a consumed refresh token. */
    byConsumed: (hash: string) => byConsumed.get(hash),
    insert: (row: SessionRow) => void insert.run(row),
    /** Compare-and-swap; false if the refresh token is no longer current. Call it in a transaction. */
    rotate(rotation: Rotation): boolean {
      if (rotate.run(rotation).changes === 0) return false
      consume.run(rotation.consumed, rotation.id)
      return true
    },
    touch: (id: string, now: number) => void touch.run(now, id),
    setVersion: (id: string, version: number) => void setVersion.run(version, id),
    /** Cascades to its consumed tokens. */
    remove: (id: string): boolean => remove.run(id).changes === 1,
    /** Most recently used first, including expired sessions. */
    ofUser: (userId: string) => ofUser.all(userId),
    ofInstallation: (userId: string, installationId: string) => ofInstallation.all(userId, installationId),
    longExpired: (before: number, limit: number) => longExpired.all(before, limit),
    /** The users with sessions, each with the oldest version among them. */
    versions: () => versions.all(),
  }
}
export type SessionsStore = ReturnType<typeof sessionsStore>
