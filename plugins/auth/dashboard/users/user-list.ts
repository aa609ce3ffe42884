import type { User } from './user.ts'
import type { UsersSearch } from './users-search.ts'

/** The first page and what was read after it. The first page is read again now and then, so it knows better. */
export function merge(first: readonly User[], later: readonly User[]): User[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...later.filter(({ id }) => !known.has(id))]
}

/** `user` in place of what was known of it, or at the end. */
export const withUser = (users: readonly User[], user: User): User[] =>
  users.some(({ id }) => id === user.id) ? users.map((one) => (one.id === user.id ? user : one)) : [...users, user]

const moment = (at: string | null) => (at === null ? 0 : Date.parse(at))

const order: Record<UsersSearch['sort'], (a: User, b: User) => number> = {
  name: (a, b) => a.username.localeCompare(b.username, undefined, { numeric: true }),
  role: (a, b) => a.role.localeCompare(b.role),
  seen: (a, b) => moment(a.last_seen_at) - moment(b.last_seen_at),
  created: (a, b) => moment(a.created_at) - moment(b.created_at),
}

/** The users whose name contains the searched text, in order; equal ones by name. */
export function shownUsers(users: readonly User[], { q = '', sort, desc }: UsersSearch): User[] {
  const wanted = q.trim().toLowerCase()
  const sign = desc ? -1 : 1
  return users
    .filter(({ username }) => username.toLowerCase().includes(wanted))
    .sort((a, b) => sign * order[sort](a, b) || order.name(a, b))
}
