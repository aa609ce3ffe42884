import {
  Button,
  type Column,
  cn,
  EmptyState,
  PageLink,
  Pagination,
  paginate,
  SearchInput,
  Select,
  Skeleton,
  type Sort,
  saveFile,
  Table,
  toCsv,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { Download, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatSort, parseSort, type TableSearch } from './table-search.ts'

const pageSize = 50

interface ServerRow {
  readonly server_id: string
  readonly name: string
}

/** A list of servers: a table, or cards on narrow screens. */
export function ServerTable<Row extends ServerRow>(props: {
  title: string
  columns: readonly (Column<Row> & { header: string })[]
  /** all matching rows in order; undefined while loading */
  rows: readonly Row[] | undefined
  card: (row: Row) => ReactNode
  search: TableSearch
  onSearch: (patch: Partial<TableSearch>) => void
  sort: Sort
  /** beside the search */
  filters?: ReactNode
  onClearFilters: () => void
}): ReactNode {
  const { title, columns, rows, card, search, onSearch, sort, filters, onClearFilters } = props
  const t = useT()
  const { page, shown } = paginate(rows ?? [], search.page, pageSize)
  const sortBy = (next: Sort) => onSearch({ sort: formatSort(next), page: undefined })
  const sortable = columns.filter((column) => column.sortable)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <SearchInput
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q || undefined, page: undefined })}
          placeholder={t('accounts.search')}
          className="md:w-64"
        />
        {filters}
        <Select
          aria-label={t('accounts.sort')}
          value={formatSort(sort)}
          onChange={({ target: { value } }) => {
            const next = parseSort(
              value,
              sortable.map(({ id }) => id),
            )
            if (next) sortBy(next)
          }}
          className="md:w-56 lg:hidden"
        >
          {sortable.flatMap(({ id, header, first }) =>
            (first === 'desc' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)).map((direction) => (
              <option key={id + direction} value={formatSort({ by: id, direction })}>
                {t(`accounts.${direction}`, { column: header })}
              </option>
            )),
          )}
        </Select>
      </div>
      <p role="status" className="sr-only">
        {rows && t('accounts.found', { count: rows.length })}
      </p>
      <section aria-label={title} className="panel min-w-0 overflow-clip">
        {rows?.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t('accounts.noMatch')}
            action={<Button onClick={onClearFilters}>{t('accounts.unfilter')}</Button>}
          />
        ) : (
          <>
            <div className="max-lg:hidden">
              <Table
                caption={title}
                columns={columns}
                rows={rows && shown}
                rowKey={(row) => row.server_id}
                sort={sort}
                onSort={sortBy}
              />
            </div>
            {!rows && <Skeleton className="m-4 h-72 lg:hidden" />}
            <ul aria-label={title} className="lg:hidden">
              {shown.map((row) => (
                <li key={row.server_id} className="border-b px-4 py-3.5 last:border-b-0">
                  {card(row)}
                </li>
              ))}
            </ul>
            {rows && (
              <Pagination
                page={page}
                size={pageSize}
                total={rows.length}
                onPage={(to) => {
                  onSearch({ page: to === 1 ? undefined : to })
                  window.scrollTo({ top: 0 })
                }}
              />
            )}
          </>
        )}
      </section>
    </>
  )
}

/** Link to a tab of a server. */
export const ServerLink = (props: { id: string; name: string; tab?: string; className?: string }): ReactNode => (
  <PageLink
    page={serverPage}
    params={{ id: props.id }}
    search={props.tab ? { tab: props.tab } : {}}
    data-tip={props.name}
    otherwise={<span className="block truncate font-medium">{props.name}</span>}
    className={cn('block min-w-0 truncate rounded-xs font-medium hover:text-accent', props.className)}
  >
    {props.name}
  </PageLink>
)

/** Exports all pages of a list as CSV. */
export function CsvButton(props: {
  /** without extension */
  name: string
  disabled: boolean
  /** the first row is the header */
  rows: () => readonly (readonly string[])[]
}): ReactNode {
  const t = useT()
  return (
    <Button
      disabled={props.disabled}
      data-tip={t('accounts.exportHint')}
      onClick={() => saveFile(`${props.name}.csv`, 'text/csv;charset=utf-8', toCsv(props.rows()))}
    >
      <Download aria-hidden />
      {t('accounts.export')}
    </Button>
  )
}
