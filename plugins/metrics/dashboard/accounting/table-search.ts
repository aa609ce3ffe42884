import type { Sort } from '@svc/dashboard-sdk'

/** State of the traffic and cost tables in the URL. Absent members mean the default. */
export interface TableSearch {
  readonly q?: string
  /** column, with a leading minus for descending order */
  readonly sort?: string
  /** from 1 */
  readonly page?: number
}

type Raw = Readonly<Record<string, string>>

const maxQueryLength = 200

/** Without the members that are undefined. */
export const omitUndefined = <T extends object>(all: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T

export function parseSort(raw: string | undefined, columns: readonly string[]): Sort | undefined {
  const descending = raw?.startsWith('-') ?? false
  const by = columns.find((column) => column === (descending ? raw?.slice(1) : raw))
  return by === undefined ? undefined : { by, direction: descending ? 'desc' : 'asc' }
}

export const formatSort = ({ by, direction }: Sort): string => (direction === 'desc' ? `-${by}` : by)

/** Parses any query string, ignoring invalid parts. */
export function parseTableSearch(raw: Raw, columns: readonly string[]): TableSearch {
  const sort = parseSort(raw.sort, columns)
  return omitUndefined<TableSearch>({
    q: raw.q?.slice(0, maxQueryLength) || undefined,
    sort: sort && formatSort(sort),
    page: /^[1-9]\d{0,5}$/.test(raw.page ?? '') ? Number(raw.page) : undefined,
  })
}
