import { cn, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { nextSorting, type Sorting, type SortKey } from './list-search.ts'

/** A column header that sorts by the column. */
export function SortHead(props: {
  by: SortKey
  sorting: Sorting | undefined
  onSort: (sorting: Sorting | undefined) => void
  className?: string
}): ReactNode {
  const { by, sorting, onSort, className } = props
  const t = useT()
  const sorted = sorting?.key === by ? (sorting.descending ? 'descending' : 'ascending') : undefined
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown
  const right = className?.includes('text-right')
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} className={cn('px-3 text-left', className)}>
      <button
        type="button"
        onClick={() => onSort(nextSorting(sorting, by))}
        className={cn(
          'caption -mx-1 inline-flex items-center align-middle gap-1 whitespace-nowrap rounded-xs px-1 py-0.5 hover:text-ink',
          right && 'flex-row-reverse',
          sorted && 'text-ink',
        )}
      >
        {t(`column.${by}`)}
        <Icon className={cn('size-3', !sorted && 'opacity-45')} aria-hidden />
      </button>
    </th>
  )
}
