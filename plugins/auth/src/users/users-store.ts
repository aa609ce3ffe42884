import type { Database, Role } from '@svc/plugin-sdk'
import { usernameKey } from './username.ts'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly password_hash: string
  readonly role: Role
  /** 0 or 1 */
  readonly must_change_password: number
  /** incremented whenever all credentials are revoked */
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
  /** false when the hash belongs to a random password that was thrown away */
  readonly hasPassword: boolean
  /** seconds */
  readonly now: number
}

export interface PasswordChange {
  readonly userId: string
  /** expected current hash; nothing changes if another one is stored */
  readonly from: string
  readonly to: string
  readonly mustChange: boolean
  /** seconds */
  readonly now: number
}

/** A change by an admin. */
export interface UserChange {
  readonly id: string
  readonly role: Role
  readonly mustChange: boolean
  /** undefined keeps the password */
  readonly passwordHash: string | undefined
  /** seconds */
  readonly now: number
}

/** An account as admins see it. */
export interface UserViewRow
  extends Pick<
    UserRow,
    'id' | 'username' | 'role' | 'must_change_password' | 'has_password' | 'created_at' | 'updated_at'
  > {
  /** 0 or 1 */
  readonly has_2fa: number
  /** seconds; null without a live web session */
  readonly last_seen_at: number | null
}

const columns =
  'id, username, password_hash, role, must_change_password, credentials_version, has_password, created_at, updated_at'

const view = `SELECT id, username, role, must_change_password, has_password, created_at, updated_at,
    EXISTS (SELECT 1 FROM auth_second_factors AS f WHERE f.user_id = u.id) AS has_2fa,
    (SELECT max(s.last_seen_at) FROM auth_sessions AS s WHERE s.user_id = u.id AND s.expires_at > @now) AS last_seen_at
  FROM auth_users AS u`

export function usersStore(db: Database) {
  const byId = db.prepare<[string], UserRow>(`SELECT ${columns} FROM auth_users WHERE id = ?`)
  const byUsername = db.prepare<[string], UserRow>(`SELECT ${columns} FROM auth_users WHERE username = ?`)
  const byKey = db.prepare<[string], { id: string }>('SELECT id FROM auth_users WHERE username_key = ?')
  const anyUser = db.prepare<[], { id: string }>('SELECT id FROM auth_users LIMIT 1')
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
  const incrementVersion = db.prepare<[string], { credentials_version: number }>(
    'UPDATE auth_users SET credentials_version = credentials_version + 1 WHERE id = ? RETURNING credentials_version',
  )
  const rename = db.prepare<[object]>(
    'UPDATE auth_users SET username = @username, username_key = @key, updated_at = @now WHERE id = @id',
  )
  const viewById = db.prepare<[object], UserViewRow>(`${view} WHERE id = @id`)
  const page = db.prepare<[object], UserViewRow>(
    `${view} WHERE @after IS NULL OR (created_at, rowid) > (SELECT created_at, rowid FROM auth_users WHERE id = @after)
     ORDER BY created_at, rowid LIMIT @limit`,
  )
  const otherAdmin = db.prepare<[string], { id: string }>(
    "SELECT id FROM auth_users WHERE role = 'admin' AND id <> ? LIMIT 1",
  )
  const change = db.prepare<[object]>(
    `UPDATE auth_users SET role = @role, must_change_password = @mustChange, updated_at = @now,
       password_hash = coalesce(@passwordHash, password_hash),
       has_password = iif(@passwordHash IS NULL, has_password, 1),
       password_changed_at = iif(@passwordHash IS NULL, password_changed_at, @now)
     WHERE id = @id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM auth_users WHERE id = ?')
  return {
    get: (id: string) => byId.get(id),
    view: (id: string, now: number) => viewById.get({ id, now }),
    /** The accounts after the account `after`, oldest first. */
    page: (limit: number, after: string | undefined, now: number) => page.all({ limit, after: after ?? null, now }),
    hasOtherAdmin: (id: string): boolean => otherAdmin.get(id) !== undefined,
    change: (values: UserChange) =>
      void change.run({
        ...values,
        passwordHash: values.passwordHash ?? null,
        mustChange: Number(values.mustChange),
      }),
    /** Cascades to sessions, API keys, second factor and linked accounts. */
    remove: (id: string) => void remove.run(id),
    /** Exact match, as required at sign-in. */
    findByUsername: (username: string) => byUsername.get(username),
    isEmpty: () => anyUser.get() === undefined,
    /** False when the name is taken, ignoring case. Call it in a transaction. */
    insert(user: NewUser): boolean {
      const key = usernameKey(user.username)
      if (byKey.get(key)) return false
      insert.run({ ...user, key, mustChange: Number(user.mustChange), hasPassword: Number(user.hasPassword) })
      return true
    },
    /** Returns the new version. */
    incrementCredentialsVersion: (id: string): number => incrementVersion.get(id)?.credentials_version ?? 0,
    /** False when the stored hash is not `from`. */
    changePassword: (change: PasswordChange): boolean =>
      changePassword.run({ ...change, mustChange: Number(change.mustChange) }).changes === 1,
    /** False when another account has the name, ignoring case. Call it in a transaction. */
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
