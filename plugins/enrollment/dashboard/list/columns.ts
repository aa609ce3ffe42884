import type { SortKey } from './list-search.js'

/** A column of the table; the same class stands on its head and its cells. */
export interface Column {
  readonly key: SortKey
  readonly className: string
}

/** Narrow screens show the first ones; widths are fixed so that changing figures move nothing. */
export const columns: readonly Column[] = [
  { key: 'name', className: '' },
  { key: 'cpu', className: 'w-[24%] md:w-[13%]' },
  { key: 'memory', className: 'w-[24%] md:w-[15%]' },
  { key: 'disk', className: 'w-[15%] max-md:hidden' },
  { key: 'network', className: 'w-30 max-md:hidden' },
  { key: 'load', className: 'w-18 max-xl:hidden text-right' },
  { key: 'uptime', className: 'w-26 max-lg:hidden text-right' },
]

export const classOf = (key: SortKey): string => columns.find((column) => column.key === key)?.className ?? ''

/** Places the columns of figures take, for a cell that stands in for all of them. */
export const figureColumns = columns.length - 1
