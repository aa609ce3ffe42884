import type { Database, Role } from '@svc/plugin-sdk'
import { usernameKey } from './username.js'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly password_hash: string
  readonly role: Role
  /** 0 or 1 */
  readonly must_change_password: number
  /** grows whenever all credentials are revoked */
  readonly credentials_version: number
  /** 0 for accounts that sign in through a provider only */
  readonly has_password: number
  readonly created_at: number
  readonly updated_at: number
}

export interface NewUser {
  readonly id: string
  readonly username: string
  readonly passwordHash: string
  readonly role: Role
  readonly mustChange: boolean
  /** false when the hash is of a password nobody knows */
  readonly hasPassword: boolean
  /** seconds */
  readonly now: number
}

export interface PasswordChange {
  readonly userId: string
  /** the hash the decision was made on; when it is no longer stored, nothing changes */
  readonly from: string
  readonly to: string
  readonly mustChange: boolean
  /** seconds */
  readonly now: number
}

const columns =
  'id, username, password_hash, role, must_change_password, credentials_version, has_password, created_at, updated_at'

export function usersStore(db: Database) {
  const byId = db.prepare<[string], UserRow>(`SELECT ${columns} FROM auth_users WHERE id = ?`)
  const byUsername = db.prepare<[string], UserRow>(`SELECT ${columns} FROM auth_users WHERE username = ?`)
  const byKey = db.prepare<[string], { id: string }>('SELECT id FROM auth_users WHERE username_key = ?')
  const any = db.prepare<[], { id: string }>('SELECT id FROM auth_users LIMIT 1')
  const insert = db.prepare<[object]>(
    `INSERT INTO auth_users (id, username, username_key, password_hash, role, must_change_password,
       has_password, password_changed_at, created_at, updated_at)
     VALUES (@id, @username, @key, @passwordHash, @role, @mustChange, @hasPassword, @now, @now, @now)`,
  )
  const changePassword = db.prepare<[object]>(
    `UPDATE auth_users SET password_hash = @to, must_change_password = @mustChange, has_password = 1,
       password_changed_at = @now,
       updated_at = @now
     WHERE id = @userId AND password_hash = @from`,
  )
  const raise = db.prepare<[string], { credentials_version: number }>(
    'UPDATE auth_users SET credentials_version = credentials_version + 1 WHERE id = ? RETURNING credentials_version',
  )
  const rename = db.prepare<[object]>(
    'UPDATE auth_users SET username = @username, username_key = @key, updated_at = @now WHERE id = @id',
  )
  return {
    get: (id: string) => byId.get(id),
    /** Exact match, as sign-in wants it. */
    named: (username: string) => byUsername.get(username),
    isEmpty: () => any.get() === undefined,
    /** False when the name is taken in any spelling. Call it in a transaction. */
    insert(user: NewUser): boolean {
      const key = usernameKey(user.username)
      if (byKey.get(key)) return false
      insert.run({ ...user, key, mustChange: Number(user.mustChange), hasPassword: Number(user.hasPassword) })
      return true
    },
    /** The version that credentials made from now on carry. */
    raiseCredentialsVersion: (id: string): number => raise.get(id)?.credentials_version ?? 0,
    /** False when the password changed in between. */
    changePassword: (change: PasswordChange): boolean =>
      changePassword.run({ ...change, mustChange: Number(change.mustChange) }).changes === 1,
    /** False when another account has the name in any spelling. Call it in a transaction. */
    rename(id: string, username: string, now: number): boolean {
      const key = usernameKey(username)
      const holder = byKey.get(key)
      if (holder && holder.id !== id) return false
      rename.run({ id, username, key, now })
      return true
    },
  }
}
export type UsersStore = ReturnType<typeof usersStore>
