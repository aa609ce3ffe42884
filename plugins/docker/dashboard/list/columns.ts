import type { SortKey } from '../docker-search.ts'

/** A column of the table; the class applies to its header and cells. */
export interface Column {
  readonly key: SortKey
  readonly className: string
}

/** Narrow screens show the state as a shape before the name. */
export const columns: readonly Column[] = [
  { key: 'name', className: 'pl-9.5 md:pl-4' },
  { key: 'state', className: 'max-md:hidden' },
  { key: 'cpu', className: 'text-right md:text-left' },
  { key: 'memory', className: 'text-right md:text-left' },
  { key: 'network', className: 'max-lg:hidden text-right' },
]

/** A grid per row, so that a change in one does not cause layout of the others. Widths are fixed for the same reason. */
export const rowGrid =
  'grid items-center grid-cols-[minmax(0,1fr)_4.25rem_5.5rem] md:grid-cols-[minmax(0,1fr)_8rem_9rem_10.5rem] lg:grid-cols-[minmax(0,1fr)_8.5rem_9.5rem_11rem_7.5rem]'
export const adminRowGrid =
  'grid items-center grid-cols-[minmax(0,1fr)_4.25rem_5.5rem_2.5rem] md:grid-cols-[minmax(0,1fr)_8rem_9rem_10.5rem_3rem] lg:grid-cols-[minmax(0,1fr)_8.5rem_9.5rem_11rem_7.5rem_3rem]'
