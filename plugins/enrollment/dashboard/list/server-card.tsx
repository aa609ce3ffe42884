import { cn, Flag, PageLink, ServerStateDot, Slot, stateOf, useMe, useServer, useSlot } from '@svc/dashboard-sdk'
import { memo } from 'react'
import { SelectBox } from '../bulk/select-box.tsx'
import { cardFigures, serverBadges, serverPage } from '../pages.ts'
import type { EntryProps } from './entry.ts'
import { EntryLine } from './entry-line.tsx'
import { OfflineNote } from './offline-note.tsx'
import { ServerMenu } from './server-menu.tsx'

/** A server as a card. Re-renders only when this server reports and while it is near the viewport. */
export const ServerCard = memo(function ServerCard({ id, name, online, group, near, onAction, onTag }: EntryProps) {
  const { isAdmin } = useMe()
  const hasFigures = useSlot(cardFigures).length > 0
  const server = useServer(near ? id : '')
  const state = server && stateOf(server)
  return (
    <li
      className={cn(
        'group/card panel relative flex min-w-0 flex-col overflow-hidden p-4 transition-shadow hover:shadow-pop has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[input:checked]:ring-2 has-[input:checked]:ring-accent has-[input:checked]:ring-inset',
        hasFigures && (online ? 'min-h-50' : 'min-h-28'),
      )}
    >
      <div className="flex h-7 min-w-0 items-center gap-2">
        {near && <SelectBox id={id} name={name} />}
        <span className="w-2.5 shrink-0">{state && <ServerStateDot state={state} hideLabel />}</span>
        <PageLink
          page={serverPage}
          params={{ id }}
          data-row={id}
          data-tip={name}
          className="min-w-0 truncate rounded-xs font-semibold outline-none after:absolute after:inset-0 group-hover/card:text-accent"
        >
          {name}
        </PageLink>
        {server && <Flag code={server.country_code} />}
        {server && <Slot of={serverBadges} server={server} where="card" pending={null} />}
        <span className="flex-1" />
        {isAdmin && server && <ServerMenu server={server} onAction={onAction} />}
      </div>
      {server && <EntryLine group={group} server={server} onTag={onTag} className="shrink-0 pl-4.5" />}
      {server?.online && <Slot of={cardFigures} server={server} pending={null} />}
      {server && !server.online && (
        <div className="grid flex-1 place-items-center px-2">
          <OfflineNote server={server} onAction={onAction} />
        </div>
      )}
    </li>
  )
})
