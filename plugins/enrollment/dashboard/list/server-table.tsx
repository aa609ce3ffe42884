import { cn, moveFocusInList, SortHeader, stickyHead, useMe, useNear, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useRef } from 'react'
import { chunksOf } from './chunks.ts'
import { type Column, classOf, columnTitle, columnTracks, rowGrid } from './columns.ts'
import { type ChunkProps, entryOf, firstEntries, type ListProps } from './entry.ts'
import { nextSorting, type Sorting } from './list-search.ts'
import { SectionHead } from './section-head.tsx'
import { ServerRow } from './server-row.tsx'

/** Few enough to be rendered within a frame. */
const rowsPerChunk = 8

/** A few table rows, rendered by the browser only near the viewport. */
function RowChunk(props: ChunkProps & { columns: readonly Column[]; heading: ReactNode }): ReactNode {
  const { section, servers, columns, first, groupName, onAction, onTag, heading } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const near = useNear(body, first)
  const height = servers.length * 3.5 + (heading ? 2.125 : 0)
  return (
    <tbody
      ref={body}
      className="block [content-visibility:auto] last:[&>tr:last-child]:border-b-0"
      style={{ containIntrinsicBlockSize: `auto ${height}rem` }}
    >
      {heading}
      {servers.map((server) => (
        <ServerRow
          key={server.id}
          {...entryOf(server, section, groupName)}
          near={near}
          columns={columns}
          onAction={onAction}
          onTag={onTag}
        />
      ))}
    </tbody>
  )
}

/** The servers as a table. */
export function ServerTable(
  props: ListProps & {
    columns: readonly Column[]
    sorting: Sorting | undefined
    onSort: (sorting: Sorting | undefined) => void
  },
): ReactNode {
  const { sections, columns, sorting, onSort, ...rest } = props
  const t = useT()
  const { isAdmin } = useMe()
  let previousCount = 0
  const header = (key: string, title: string, className?: string) => (
    <SortHeader
      key={key}
      direction={sorting?.key === key ? (sorting.descending ? 'desc' : 'asc') : undefined}
      onClick={() => onSort(nextSorting(sorting, key))}
      align={className?.includes('text-right') ? 'right' : 'left'}
      className={className}
    >
      {title}
    </SortHeader>
  )
  return (
    <div className="panel overflow-clip">
      <table className="block" style={columnTracks(columns)} onKeyDown={moveFocusInList}>
        <caption className="sr-only">{t('list.title')}</caption>
        <thead className={cn('block', stickyHead)}>
          <tr className={cn(rowGrid, 'h-9 border-b')}>
            {header('name', t('column.name'), 'pl-9.5')}
            {columns.length === 0 && header('state', t('column.state'))}
            {columns.map((column) => header(column.id, columnTitle(t, column), classOf(column)))}
            {isAdmin && (
              <th scope="col">
                <span className="sr-only">{t('column.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        {sections.map((section) =>
          chunksOf(section.servers, rowsPerChunk).map((servers, index) => {
            const first = previousCount < firstEntries
            previousCount += servers.length
            return (
              <RowChunk
                // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a position in the list; its rows have their own keys
                key={`${section.key}/${index}`}
                section={section}
                servers={servers}
                columns={columns}
                first={first}
                heading={
                  section.key !== '' &&
                  index === 0 && (
                    <tr className="block h-8.5 border-b bg-sunken/60">
                      <th scope="rowgroup" colSpan={columns.length + 2} className="block px-4 py-1.5 text-left">
                        <SectionHead section={section} />
                      </th>
                    </tr>
                  )
                }
                {...rest}
              />
            )
          }),
        )}
      </table>
    </div>
  )
}
