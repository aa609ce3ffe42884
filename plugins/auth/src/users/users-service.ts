import { createHash } from 'node:crypto'
import type { User, Users } from '../contract.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import type { UserRow, UsersStore } from './users-store.ts'

/** The account as other plugins see it. */
export const publicUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  flagged: row.must_change_password === 1,
  credentialsVersion: row.credentials_version,
})

export const usersService = (store: UsersStore, secondFactor: Pick<SecondFactor, 'stamp'>): Users => ({
  get(id) {
    const row = store.get(id)
    return row && publicUser(row)
  },
  securityStamp(id) {
    const row = store.get(id)
    if (!row) return undefined
    const parts = [row.password_hash, row.role, row.must_change_password, secondFactor.stamp(id)]
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  },
})
