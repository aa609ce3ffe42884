import type { Database } from '@svc/plugin-sdk'

export interface OauthAccountRow {
  readonly id: string
  readonly user_id: string
  readonly provider: string
  readonly provider_user_id: string
  readonly email: string | null
  readonly display_name: string | null
  readonly created_at: number
}

const columns = 'id, user_id, provider, provider_user_id, email, display_name, created_at'

export function oauthAccountsStore(db: Database) {
  const insert = db.prepare<[object]>(
    `INSERT INTO auth_oauth_accounts (${columns})
     VALUES (@id, @user_id, @provider, @provider_user_id, @email, @display_name, @created_at)`,
  )
  const find = db.prepare<[string, string], OauthAccountRow>(
    `SELECT ${columns} FROM auth_oauth_accounts WHERE provider = ? AND provider_user_id = ?`,
  )
  const list = db.prepare<[string], OauthAccountRow>(
    `SELECT ${columns} FROM auth_oauth_accounts WHERE user_id = ? ORDER BY created_at, rowid`,
  )
  const describe = db.prepare<[string | null, string | null, string]>(
    'UPDATE auth_oauth_accounts SET email = ?, display_name = ? WHERE id = ?',
  )
  const remove = db.prepare<[string]>('DELETE FROM auth_oauth_accounts WHERE id = ?')
  return {
    insert: (row: OauthAccountRow) => void insert.run(row),
    find: (provider: string, subject: string) => find.get(provider, subject),
    /** Oldest first. */
    list: (userId: string) => list.all(userId),
    /** Updates email and name, which can change; the subject cannot. */
    describe: (id: string, email: string | null, displayName: string | null) =>
      void describe.run(email, displayName, id),
    remove: (id: string) => void remove.run(id),
  }
}
export type OauthAccountsStore = ReturnType<typeof oauthAccountsStore>
