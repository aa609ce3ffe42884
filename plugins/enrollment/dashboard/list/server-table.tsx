import { cn, moveFocusInList, useMe, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { chunksOf } from './chunks.ts'
import { columns, rowGrid } from './columns.ts'
import { firstEntries, type ListProps } from './entry.ts'
import type { Sorting } from './list-search.ts'
import { RowChunk, rowsPerChunk } from './row-chunk.tsx'
import { SectionHead } from './section-head.tsx'
import { SortHead } from './sort-head.tsx'

/** The servers as a table. */
export function ServerTable(
  props: ListProps & { sorting: Sorting | undefined; onSort: (sorting: Sorting | undefined) => void },
): ReactNode {
  const { sections, sorting, onSort, ...rest } = props
  const t = useT()
  const { isAdmin } = useMe()
  let previousCount = 0
  return (
    <div className="panel overflow-clip">
      <table className="block" onKeyDown={moveFocusInList}>
        <caption className="sr-only">{t('list.title')}</caption>
        <thead className="block">
          <tr className={cn(rowGrid, 'h-9 border-b')}>
            {columns.map(({ key, className }) => (
              <SortHead
                key={key}
                by={key}
                sorting={sorting}
                onSort={onSort}
                className={key === 'name' ? 'pl-9.5' : className}
              />
            ))}
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
                first={first}
                heading={
                  section.key !== '' &&
                  index === 0 && (
                    <tr className="block h-8.5 border-b bg-sunken/60">
                      <th scope="rowgroup" colSpan={columns.length + 1} className="block px-4 py-1.5 text-left">
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
