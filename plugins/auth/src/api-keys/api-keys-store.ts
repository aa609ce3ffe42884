import type { Database, Role } from '@svc/plugin-sdk'

export interface ApiKeyRow {
  readonly id: string
  readonly name: string
  readonly key_prefix: string
  readonly created_at: number
  /** null never expires */
  readonly expires_at: number | null
  readonly last_used_at: number | null
}

/** A key joined with its current owner. */
export interface OwnedKeyRow extends ApiKeyRow {
  readonly user_id: string
  readonly username: string
  readonly role: Role
  readonly must_change_password: number
}

const columns = 'k.id, k.name, k.key_prefix, k.created_at, k.expires_at, k.last_used_at'

export function apiKeysStore(db: Database) {
  const insert = db.prepare<[object]>(
    `INSERT INTO auth_api_keys (id, user_id, name, key_prefix, key_hash, created_at, expires_at)
     VALUES (@id, @user_id, @name, @key_prefix, @key_hash, @created_at, @expires_at)`,
  )
  const find = db.prepare<[string], OwnedKeyRow>(
    `SELECT ${columns}, u.id AS user_id, u.username, u.role, u.must_change_password
     FROM auth_api_keys AS k JOIN auth_users AS u ON u.id = k.user_id WHERE k.key_hash = ?`,
  )
  const touch = db.prepare<[number, string]>('UPDATE auth_api_keys SET last_used_at = ? WHERE id = ?')
  const list = db.prepare<[string], ApiKeyRow>(
    `SELECT ${columns} FROM auth_api_keys AS k WHERE k.user_id = ? ORDER BY k.created_at DESC, k.rowid DESC`,
  )
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM auth_api_keys WHERE user_id = ?')
  const drop = db.prepare<[string, string], ApiKeyRow>(
    'DELETE FROM auth_api_keys AS k WHERE id = ? AND user_id = ? RETURNING *',
  )
  const dropAll = db.prepare<[string]>('DELETE FROM auth_api_keys WHERE user_id = ?')
  return {
    insert: (row: Omit<OwnedKeyRow, 'last_used_at' | 'username' | 'role' | 'must_change_password'> & KeyHash) =>
      void insert.run(row),
    find: (hash: string) => find.get(hash),
    touch: (id: string, now: number) => void touch.run(now, id),
    /** Newest first, including expired keys. */
    list: (userId: string) => list.all(userId),
    count: (userId: string): number => count.get(userId)?.n ?? 0,
    /** Returns the deleted key; undefined when it is not the user's. */
    drop: (id: string, userId: string) => drop.get(id, userId),
    /** Returns how many there were. */
    dropAll: (userId: string): number => dropAll.run(userId).changes,
  }
}
interface KeyHash {
  readonly key_hash: string
}
export type ApiKeysStore = ReturnType<typeof apiKeysStore>
