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

/** Sort keys of a row: the first that differs decides. Null (unknown) is always last. */
export type SortKeys = readonly (string | number | null)[]

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(a: SortKeys[number], b: SortKeys[number], sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * collator.compare(String(a), String(b))
}

interface Named {
  readonly name: string
}

/** The rows whose names contain every word of `q`, sorted by `sort`, then by name. */
export function filterAndSort<Row extends Named>(
  rows: readonly Row[],
  q: string | undefined,
  sort: Sort,
  keysOf: (row: Row, column: string) => SortKeys,
): readonly Row[] {
  const terms = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const sign = sort.direction === 'desc' ? -1 : 1
  return rows
    .filter(({ name }) => terms.every((term) => name.toLowerCase().includes(term)))
    .map((row) => ({ row, keys: keysOf(row, sort.by) }))
    .sort((a, b) => {
      for (const [index, key] of a.keys.entries()) {
        const order = compare(key, b.keys[index] ?? null, sign)
        if (order !== 0) return order
      }
      return collator.compare(a.row.name, b.row.name)
    })
    .map(({ row }) => row)
}
