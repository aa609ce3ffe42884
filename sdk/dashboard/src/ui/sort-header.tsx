import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** The header cell of a column that its button sorts by. `Table` has it already; for lists with a table of their own. */
export function SortHeader(props: {
  /** undefined if the list is sorted by another column */
  direction: 'asc' | 'desc' | undefined
  onClick: () => void
  align?: 'left' | 'right'
  className?: string
  children: ReactNode
}): ReactNode {
  const { direction, onClick, align, className, children } = props
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      className={cn('px-3 text-left', className)}
    >
      <button
        type="button"
        onClick={onClick}
        className={cn(
          'caption -mx-1 inline-flex items-center gap-1 whitespace-nowrap rounded-xs px-1 py-0.5 align-middle hover:text-ink',
          align === 'right' && 'flex-row-reverse',
          direction && 'text-ink',
        )}
      >
        {children}
        <Icon className={cn('size-3', !direction && 'opacity-45')} aria-hidden />
      </button>
    </th>
  )
}
