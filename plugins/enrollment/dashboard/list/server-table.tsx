import { useMe, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { moveInList } from './arrow-keys.js'
import { columns } from './columns.js'
import { entryOf } from './entry.js'
import type { Sorting } from './list-search.js'
import { SectionHead } from './section-head.js'
import type { Section } from './sections.js'
import type { Act } from './server-menu.js'
import { ServerRow } from './server-row.js'
import { SortHead } from './sort-head.js'

export interface ListProps {
  readonly sections: readonly Section[]
  readonly groupName: (id: string) => string | undefined
  readonly act: Act
  readonly onTag: (tag: string) => void
}

/** Rows that fill the tallest screens; those below learn from the browser whether they can be seen. */
export const firstRows = 40

/** The servers as rows, one table body per section. */
export function ServerTable(
  props: ListProps & { sorting: Sorting | undefined; onSort: (sorting: Sorting | undefined) => void },
): ReactNode {
  const { sections, groupName, act, onTag, sorting, onSort } = props
  const t = useT()
  const { isAdmin } = useMe()
  let count = 0
  return (
    <div className="panel overflow-clip">
      <table className="w-full table-fixed border-separate border-spacing-0" onKeyDown={moveInList}>
        <caption className="sr-only">{t('list.title')}</caption>
        <thead>
          <tr>
            {columns.map(({ key, className }) => (
              <SortHead
                key={key}
                by={key}
                sorting={sorting}
                onSort={onSort}
                className={key === 'name' ? `${className} pl-9.5` : className}
              />
            ))}
            {isAdmin && (
              <th scope="col" className="w-12 border-b">
                <span className="sr-only">{t('column.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.key} className="last:[&>tr:last-child>*]:border-b-0">
            {section.key !== '' && (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={columns.length + (isAdmin ? 1 : 0)}
                  className="border-b bg-sunken/60 px-4 py-1.5 text-left"
                >
                  <SectionHead section={section} />
                </th>
              </tr>
            )}
            {section.servers.map((server) => (
              <ServerRow
                key={server.id}
                {...entryOf(server, section, groupName)}
                first={count++ < firstRows}
                act={act}
                onTag={onTag}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
