import type { Sort } from '@svc/dashboard-sdk'

/** What the lists of traffic and costs keep in the address. Absent members mean the usual. */
export interface AccountSearch {
  readonly q?: string
  /** a column, with a leading minus for descending */
  readonly sort?: string
  /** from 1 */
  readonly page?: number
}

type Raw = Readonly<Record<string, string>>

const longest = 200

/** Without the members that are undefined. */
export const present = <T extends object>(all: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T

export function parseSort(raw: string | undefined, columns: readonly string[]): Sort | undefined {
  const descending = raw?.startsWith('-') ?? false
  const by = columns.find((column) => column === (descending ? raw?.slice(1) : raw))
  return by === undefined ? undefined : { by, direction: descending ? 'desc' : 'asc' }
}

export const writeSort = ({ by, direction }: Sort): string => (direction === 'desc' ? `-${by}` : by)

/** Accepts any query string; what it does not understand is left out. */
export function parseAccountSearch(raw: Raw, columns: readonly string[]): AccountSearch {
  const sort = parseSort(raw.sort, columns)
  return present<AccountSearch>({
    q: raw.q?.slice(0, longest) || undefined,
    sort: sort && writeSort(sort),
    page: /^[1-9]\d{0,5}$/.test(raw.page ?? '') ? Number(raw.page) : undefined,
  })
}
