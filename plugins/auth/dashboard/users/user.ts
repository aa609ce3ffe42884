/** An account as admins see it. */
export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
  readonly has_2fa: boolean
  readonly has_password: boolean
  readonly must_change_password: boolean
  readonly created_at: string
  readonly updated_at: string
  /** last use of a live browser session; null without one */
  readonly last_seen_at: string | null
}

export const roles = ['member', 'admin'] as const
export type Role = (typeof roles)[number]

export const usersPath = '/api/users'
export const userPath = (id: string): string => `${usersPath}/${encodeURIComponent(id)}`
