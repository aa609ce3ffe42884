import type { Sort } from '@svc/dashboard-sdk'

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
