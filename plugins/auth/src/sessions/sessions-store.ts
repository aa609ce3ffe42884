import type { Database, Role } from '@svc/plugin-sdk'

export interface SessionRow {
  readonly id: string
  readonly source: string
  readonly ip: string
  readonly user_agent: string
  readonly created_at: number
  readonly last_seen_at: number
  readonly expires_at: number
}

type FoundSession = Pick<SessionRow, 'id' | 'ip' | 'created_at' | 'last_seen_at' | 'expires_at'> & {
  readonly user_id: string
}

interface SessionUser {
  readonly username: string
  readonly role: Role
  readonly must_change_password: number
}

/** A session with its user as it is now. */
export interface SignedInRow extends FoundSession, SessionUser {}

export interface DeletedSession {
  readonly id: string
  readonly user_id: string
}

const columns = 's.id, s.source, s.ip, s.user_agent, s.created_at, s.last_seen_at, s.expires_at'

export function sessionsStore(db: Database) {
  const insert = db.prepare<[object]>(
    `INSERT INTO auth_sessions (id, user_id, token_hash, source, ip, user_agent, created_at, last_seen_at, expires_at)
     VALUES (@id, @user_id, @token_hash, @source, @ip, @user_agent, @created_at, @created_at, @expires_at)`,
  )
  // Every request asks for both, and two lookups take half the time of a join.
  const find = db.prepare<[string], FoundSession>(
    'SELECT id, ip, created_at, last_seen_at, expires_at, user_id FROM auth_sessions WHERE token_hash = ?',
  )
  const userOf = db.prepare<[string], SessionUser>(
    'SELECT username, role, must_change_password FROM auth_users WHERE id = ?',
  )
  const touch = db.prepare<[number, number, string]>(
    'UPDATE auth_sessions SET last_seen_at = ?, expires_at = ? WHERE id = ?',
  )
  const list = db.prepare<[string, number], SessionRow>(
    `SELECT ${columns} FROM auth_sessions AS s WHERE s.user_id = ? AND s.expires_at > ?
     ORDER BY s.last_seen_at DESC, s.rowid DESC`,
  )
  const hasSessionFrom = db.prepare<[string, string], { found: 1 }>(
    'SELECT 1 AS found FROM auth_sessions WHERE user_id = ? AND ip = ? LIMIT 1',
  )
  const addresses = db.prepare<[now: number], Pick<SessionRow, 'id' | 'ip'>>(
    'SELECT id, ip FROM auth_sessions WHERE expires_at > ?',
  )
  const deleteOne = db.prepare<[string, string]>('DELETE FROM auth_sessions WHERE id = ? AND user_id = ?')
  const deleteByHash = db.prepare<[string], DeletedSession>(
    'DELETE FROM auth_sessions WHERE token_hash = ? RETURNING id, user_id',
  )
  const deleteOthers = db.prepare<[string, string]>('DELETE FROM auth_sessions WHERE user_id = ? AND id <> ?')
  const deleteOldest = db.prepare<[string, string, number], DeletedSession>(
    `DELETE FROM auth_sessions WHERE user_id = ? AND id NOT IN (
       SELECT id FROM auth_sessions WHERE user_id = ? ORDER BY last_seen_at DESC, rowid DESC LIMIT ?
     ) RETURNING id, user_id`,
  )
  const deleteExpired = db.prepare<[number], DeletedSession>(
    'DELETE FROM auth_sessions WHERE expires_at <= ? RETURNING id, user_id',
  )
  return {
    insert: (row: Omit<SessionRow, 'last_seen_at'> & { user_id: string; token_hash: string }) => void insert.run(row),
    find(tokenHash: string): SignedInRow | undefined {
      const session = find.get(tokenHash)
      const user = session && userOf.get(session.user_id)
      return user && Object.assign(session, user)
    },
    touch: (id: string, now: number, expiresAt: number) => void touch.run(now, expiresAt, id),
    hasSessionFrom: (userId: string, ip: string): boolean => hasSessionFrom.get(userId, ip) !== undefined,
    /** CredentialCheck sessions, last used first. */
    list: (userId: string, now: number) => list.all(userId, now),
    /** Of all valid sessions. */
    addresses: (now: number) => addresses.all(now),
    delete: (id: string, userId: string): boolean => deleteOne.run(id, userId).changes === 1,
    deleteByHash: (tokenHash: string) => deleteByHash.all(tokenHash),
    deleteOthers: (userId: string, exceptId: string) => void deleteOthers.run(userId, exceptId),
    deleteOldest: (userId: string, keep: number) => deleteOldest.all(userId, userId, keep),
    deleteExpired: (now: number) => deleteExpired.all(now),
  }
}
export type SessionsStore = ReturnType<typeof sessionsStore>
