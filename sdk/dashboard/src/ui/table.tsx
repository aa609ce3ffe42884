import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { type Pages, Pagination } from './pagination.tsx'
import { Skeleton } from './skeleton.tsx'
import { SortHeader } from './sort-header.tsx'
import { stickyHead, TableScroll } from './table-scroll.tsx'

/** Sort column and direction. */
export interface Sort {
  readonly by: string
  readonly direction: 'asc' | 'desc'
}

/** A column of `Table`. */
export interface Column<Row> {
  readonly id: string
  /** header content; use `label` for an empty header */
  readonly header?: ReactNode
  /** for screen readers, when `header` is not text */
  readonly label?: string
  readonly cell: (row: Row) => ReactNode
  readonly sortable?: boolean
  /** direction of the first click; `desc` for most numbers */
  readonly first?: Sort['direction']
  readonly align?: 'left' | 'right'
  /** for header and cells: width, `max-lg:hidden` and so on */
  readonly className?: string
}

/** Props of `Table`. */
export interface TableProps<Row> {
  /** what the table lists; for screen readers */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** undefined while loading */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly empty?: ReactNode
  readonly pages?: Pages
  readonly rowClassName?: (row: Row) => string | undefined
}

/** A table with sorting, pagination, and loading, error and empty states. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, columns, rows, rowKey, sort, onSort, error, onRetry, empty, pages, rowClassName } = props
  const t = useT('sdk')
  if (error && !rows) return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
  if (rows?.length === 0) return empty ?? <EmptyState title={t('state.empty')} />
  return (
    <div className="min-w-0">
      <TableScroll>
        <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={!rows}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className={cn(edges, stickyEdges)}>
              {columns.map((column) => (
                <Head key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => (
                  <tr
                    key={rowKey(row)}
                    className={cn(
                      edges,
                      'group/row last:before:border-b-0 last:after:border-b-0 hover:bg-accent-soft/40',
                      rowClassName?.(row),
                    )}
                  >
                    {columns.map((column) => (
                      <td key={column.id} className={cellLook(column)}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))
              : placeholders.map((key) => (
                  <tr key={key} className={edges}>
                    {columns.map((column) => (
                      <td key={column.id} className={cellLook(column)}>
                        <Skeleton className="h-4 w-2/3" />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </TableScroll>
      {rows && pages && <Pagination {...pages} />}
    </div>
  )
}

/** Space at both ends of a row; not of the first and last cell, which may be hidden on phones. */
const edges =
  'before:table-cell before:w-2 before:border-line before:border-b after:table-cell after:w-2 after:border-line after:border-b'

const stickyEdges =
  'before:sticky before:top-[var(--sticky-top,3.5rem)] before:z-1 before:bg-(--sticky-ground,var(--panel)) after:sticky after:top-[var(--sticky-top,3.5rem)] after:z-1 after:bg-(--sticky-ground,var(--panel))'

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']

const cellLook = <Row,>(column: Column<Row>) =>
  cn(
    'border-b px-3 py-2.5 group-last/row:border-b-0',
    column.align === 'right' && 'figures text-right',
    column.className,
  )

function Head<Row>(props: { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }) {
  const { column, sort, onSort } = props
  const { id, header, label, align = 'left', first = 'asc', className } = column
  const sorted = sort?.by === id ? sort.direction : undefined
  const look = cn(
    stickyHead,
    'caption h-9 whitespace-nowrap border-b px-3 text-left font-medium',
    align === 'right' && 'text-right',
    className,
  )
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" className={look}>
        {header ?? <span className="sr-only">{label}</span>}
      </th>
    )
  }
  const toggleSort = () => onSort({ by: id, direction: sorted ? (sorted === 'asc' ? 'desc' : 'asc') : first })
  return (
    <SortHeader direction={sorted} onClick={toggleSort} align={align} className={look}>
      {header}
    </SortHeader>
  )
}
