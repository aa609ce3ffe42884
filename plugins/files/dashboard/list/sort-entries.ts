import type { Sort } from '@svc/dashboard-sdk'
import type { FileEntry } from '../../src/wire.ts'

/** Columns that the list can be sorted by. */
export const sortColumns = ['name', 'size', 'modified', 'owner'] as const
export type SortColumn = (typeof sortColumns)[number]

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: FileEntry, b: FileEntry) => names.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)

const compare: Readonly<Record<SortColumn, (a: FileEntry, b: FileEntry) => number>> = {
  name: byName,
  size: (a, b) => a.size - b.size || byName(a, b),
  modified: (a, b) => a.modified - b.modified || byName(a, b),
  owner: (a, b) => names.compare(a.owner ?? '', b.owner ?? '') || byName(a, b),
}

/** Folders first, whatever the order. */
export function sortEntries(entries: readonly FileEntry[], { by, direction }: Sort): FileEntry[] {
  const column = sortColumns.find((name) => name === by) ?? 'name'
  const sign = direction === 'asc' ? 1 : -1
  return entries.toSorted(
    (a, b) => Number(b.file_type === 'Directory') - Number(a.file_type === 'Directory') || sign * compare[column](a, b),
  )
}
