import {
  Button,
  Card,
  HealthReasons,
  keepOrder,
  moveFocusInList,
  needsAttention,
  PageLink,
  RelativeTime,
  ServerStateDot,
  stateOf,
  useHoverOrFocus,
  useLive,
  useServer,
  useServers,
  useT,
  worstFirst,
} from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { serverPage, serversPage } from '../pages.ts'
import { useGroups } from '../server/use-groups.ts'
import { useStates } from './use-states.ts'

const maxShown = 8

const worst = (servers: readonly ServerStatus[]): readonly string[] =>
  servers
    .filter(needsAttention)
    .sort(worstFirst)
    .slice(0, maxShown)
    .map(({ id }) => id)

/** Keeps the order while the pointer or the focus is on the list (`held`) and the same servers are in it. */
function useHeldOrder(ids: readonly string[], held: RefObject<boolean>): readonly string[] {
  const [shown, setShown] = useState({ ids, rows: ids })
  if (shown.ids === ids) return shown.rows
  const asItems = (list: readonly string[]) => list.map((id) => ({ id }))
  const rows = held.current ? keepOrder(asItems(shown.rows), asItems(ids)).map(({ id }) => id) : ids
  setShown({ ids, rows })
  return rows
}

/** Milliseconds before a change is announced. */
const settleMs = 5000

/** Tells screen readers how many servers need attention, once it has settled. */
function Announcement({ text }: { text: string }): ReactNode {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}

/** The servers that need attention, worst first, on the home page; a good word while there are none. */
export default function ServerProblems(): ReactNode {
  const t = useT()
  const { loaded } = useLive()
  const { held, handlers } = useHoverOrFocus()
  const ids = useHeldOrder(useServers(worst), held)
  const { attention, online } = useStates()
  const { nameOf } = useGroups()
  if (!loaded || (ids.length === 0 && online === 0)) return null
  if (ids.length === 0) return <AllHealthy online={online} />
  return (
    <Card
      flush
      title={t('home.problems', { count: attention })}
      actions={
        <Button size="sm" asChild>
          <PageLink page={serversPage} search={{ status: 'attention', sort: 'state' }}>
            {t('home.all')}
          </PageLink>
        </Button>
      }
    >
      <Announcement text={t('home.problems', { count: attention })} />
      <ul aria-label={t('home.worst')} onKeyDown={moveFocusInList} {...handlers} className="border-t">
        {ids.map((id) => (
          <ProblemRow key={id} id={id} groupName={nameOf} />
        ))}
      </ul>
    </Card>
  )
}

/** A server and what is wrong with it. */
function ProblemRow({ id, groupName }: { id: string; groupName: (id: string) => string | undefined }) {
  const server = useServer(id)
  if (!server) return null
  const { reasons } = server.health
  const state = stateOf(server)
  // none for a moment: a server goes offline before its health says so
  const since = reasons.find(({ level }) => level === server.health.level)?.since
  return (
    <li className="group/row relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-b px-5 py-2.5 last:border-b-0 hover:bg-accent-soft/40 has-[[data-row]:focus-visible]:bg-accent-soft/40 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <div className="flex min-w-0 items-center gap-3">
        <ServerStateDot state={state} hideLabel />
        <div className="min-w-0">
          <PageLink
            page={serverPage}
            params={{ id }}
            data-row={id}
            data-tip={server.name}
            className="block truncate rounded-xs font-medium after:absolute after:inset-0 group-hover/row:text-accent"
          >
            {server.name}
          </PageLink>
          {server.group_id && <p className="truncate text-faint text-xs">{groupName(server.group_id)}</p>}
        </div>
      </div>
      <HealthReasons reasons={reasons} className="max-md:col-span-2 max-md:row-start-2 max-md:pl-5.5" />
      <p className="whitespace-nowrap text-right text-faint text-xs">
        {since !== undefined && <RelativeTime at={new Date(since * 1000).toISOString()} />}
      </p>
    </li>
  )
}

function AllHealthy({ online }: { online: number }) {
  const t = useT()
  return (
    <div className="panel flex [column-span:all] items-center gap-4 overflow-hidden bg-[linear-gradient(100deg,color-mix(in_oklab,var(--ok)_13%,var(--panel)),var(--panel)_70%)] px-5 py-4">
      <CircleCheckBig className="size-9 shrink-0 text-ok" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold text-[1rem]">{t('home.allHealthy')}</p>
        <p className="text-muted text-sm">{t('home.reporting', { count: online })}</p>
      </div>
    </div>
  )
}
