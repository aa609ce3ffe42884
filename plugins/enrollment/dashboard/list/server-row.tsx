import { cn, Flag, PageLink, ServerStateDot, Slot, stateOf, useMe, useServer } from '@svc/dashboard-sdk'
import { memo } from 'react'
import { SelectBox } from '../bulk/select-box.tsx'
import { serverBadges, serverPage } from '../pages.ts'
import { classOf, rowGrid } from './columns.ts'
import type { RowProps } from './entry.ts'
import { EntryLine } from './entry-line.tsx'
import { OfflineNote } from './offline-note.tsx'
import { ServerMenu } from './server-menu.tsx'

/** A server as a table row. Re-renders only when this server reports and while it is near the viewport. */
export const ServerRow = memo(function ServerRow(props: RowProps) {
  const { id, name, group, near, columns, onAction, onTag } = props
  const { isAdmin } = useMe()
  const server = useServer(near ? id : '')
  const state = server && stateOf(server)
  return (
    <tr
      className={cn(
        rowGrid,
        'group/row relative h-14 border-b [contain:content] hover:bg-accent-soft/40 has-[th_input:checked]:bg-accent-soft/70 has-[a:focus-visible]:bg-accent-soft/40',
      )}
    >
      <th scope="row" className="min-w-0 pr-3 pl-4 text-left font-normal">
        <div className="flex min-w-0 items-center gap-3">
          {near && <SelectBox id={id} name={name} />}
          <span className="w-2.5 shrink-0">{state && <ServerStateDot state={state} hideLabel />}</span>
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <PageLink
                page={serverPage}
                params={{ id }}
                data-row={id}
                data-tip={name}
                className={cn(
                  'min-w-0 truncate rounded-xs font-medium text-base after:absolute after:inset-0 group-hover/row:text-accent',
                  server && !server.online && 'text-muted',
                )}
              >
                {name}
              </PageLink>
              {server && <Flag code={server.country_code} className="max-md:hidden" />}
              {server && <Slot of={serverBadges} server={server} where="row" pending={null} />}
            </div>
            {server && <EntryLine group={group} server={server} onTag={onTag} />}
          </div>
        </div>
      </th>
      {server?.online && columns.length > 0 ? (
        columns.map((column) => (
          <td key={column.id} className={cn('min-w-0 px-3', classOf(column))}>
            {column.render({ server }, null)}
          </td>
        ))
      ) : (
        <td colSpan={columns.length} className="col-start-2 -col-end-2 min-w-0 px-3">
          {server?.online && state && <ServerStateDot state={state} />}
          {server && !server.online && <OfflineNote server={server} onAction={onAction} />}
        </td>
      )}
      {isAdmin && (
        <td className="-col-end-1 pr-3 text-right">{server && <ServerMenu server={server} onAction={onAction} />}</td>
      )}
    </tr>
  )
})
