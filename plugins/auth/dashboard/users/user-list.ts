import type { User } from './user.ts'
import type { UsersSearch } from './users-search.ts'

/** Joins the pages. For users in both, the first page wins, because it is refetched regularly. */
export function merge(first: readonly User[], later: readonly User[]): User[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...later.filter(({ id }) => !ids.has(id))]
}

/** Replaces the user with the same id, or appends it. */
export const withUser = (users: readonly User[], user: User): User[] =>
  users.some(({ id }) => id === user.id) ? users.map((one) => (one.id === user.id ? user : one)) : [...users, user]

const toTime = (at: string | null) => (at === null ? 0 : Date.parse(at))

const comparators: Record<UsersSearch['sort'], (a: User, b: User) => number> = {
  name: (a, b) => a.username.localeCompare(b.username, undefined, { numeric: true }),
  role: (a, b) => a.role.localeCompare(b.role),
  seen: (a, b) => toTime(a.last_seen_at) - toTime(b.last_seen_at),
  created: (a, b) => toTime(a.created_at) - toTime(b.created_at),
}

/** Users whose name contains the search text, sorted; ties by name. */
export function filterUsers(users: readonly User[], { q = '', sort, desc }: UsersSearch): User[] {
  const query = q.trim().toLowerCase()
  const sign = desc ? -1 : 1
  return users
    .filter(({ username }) => username.toLowerCase().includes(query))
    .sort((a, b) => sign * comparators[sort](a, b) || comparators.name(a, b))
}
