import type { SortKey } from './list-search.ts'

/** A column of the table; the class applies to its header and cells. */
export interface Column {
  readonly key: SortKey
  readonly className: string
}

/** Narrow screens show only the first columns. */
export const columns: readonly Column[] = [
  { key: 'name', className: '' },
  { key: 'cpu', className: '' },
  { key: 'memory', className: '' },
  { key: 'disk', className: 'max-md:hidden' },
  { key: 'network', className: 'max-md:hidden' },
  { key: 'load', className: 'max-xl:hidden text-right' },
  { key: 'uptime', className: 'max-xl:hidden text-right' },
]

export const classOf = (key: SortKey): string => columns.find((column) => column.key === key)?.className ?? ''

/**
 * Each row is a grid of its own, so that a change in one row does not cause layout of the others, as it would in a
 * table. Widths are fixed so that changing values do not shift anything. The last column is the action menu.
 */
export const rowGrid =
  'grid items-center grid-cols-[minmax(0,1fr)_22%_22%_3rem] md:grid-cols-[minmax(0,1fr)_13%_15%_15%_7.5rem_3rem] xl:grid-cols-[minmax(0,1fr)_13%_15%_15%_7.5rem_4.5rem_6.5rem_3rem]'
