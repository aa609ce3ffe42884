import type { Sort } from '@svc/dashboard-sdk'

const columns = ['name', 'role', 'seen', 'created'] as const

/** Search and sort order of the users page. */
export interface UsersSearch {
  readonly q: string | undefined
  readonly sort: (typeof columns)[number]
  readonly desc: boolean
}

export function parseUsersSearch(raw: Readonly<Record<string, string>>): UsersSearch {
  return {
    q: raw.q?.slice(0, 256) || undefined,
    sort: columns.find((column) => column === raw.sort) ?? 'name',
    desc: raw.desc === 'true',
  }
}

export const sortOf = ({ sort, desc }: UsersSearch): Sort => ({ by: sort, direction: desc ? 'desc' : 'asc' })

export const searchOf = ({ by, direction }: Sort): Pick<UsersSearch, 'sort' | 'desc'> => ({
  sort: columns.find((column) => column === by) ?? 'name',
  desc: direction === 'desc',
})
