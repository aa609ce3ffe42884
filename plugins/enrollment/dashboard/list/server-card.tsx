import {
  cn,
  Flag,
  Meter,
  PageLink,
  ServerStateDot,
  Slot,
  Sparkline,
  sparklineValues,
  stateOf,
  useFormat,
  useLiveValues,
  useMe,
  useServer,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { SelectBox } from '../bulk/select-box.tsx'
import { serverBadges, serverPage } from '../pages.ts'
import type { EntryProps } from './entry.ts'
import { EntryLine } from './entry-line.tsx'
import { OfflineNote } from './offline-note.tsx'
import { percentOf } from './percent-of.ts'
import { ServerMenu } from './server-menu.tsx'

/** A server as a card. Re-renders only when this server reports and while it is near the viewport. */
export const ServerCard = memo(function ServerCard({ id, name, online, group, near, onAction, onTag }: EntryProps) {
  const { isAdmin } = useMe()
  const server = useServer(near ? id : '')
  const state = server && stateOf(server)
  return (
    <li
      className={cn(
        'group/card panel relative flex min-w-0 flex-col overflow-hidden p-4 transition-shadow hover:shadow-pop has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[input:checked]:ring-2 has-[input:checked]:ring-accent has-[input:checked]:ring-inset',
        online ? 'min-h-50' : 'min-h-28',
      )}
    >
      <div className="flex h-7 min-w-0 items-center gap-2">
        {near && <SelectBox id={id} name={name} />}
        <span className="w-2.5 shrink-0">{state && <ServerStateDot state={state} hideLabel />}</span>
        <PageLink
          page={serverPage}
          params={{ id }}
          data-row={id}
          title={name}
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
      {server?.online && <Metrics server={server} />}
      {server && !server.online && (
        <div className="grid flex-1 place-items-center px-2">
          <OfflineNote server={server} onAction={onAction} />
        </div>
      )}
    </li>
  )
})

function Metrics({ server }: { server: ServerStatus }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <dl className="mt-2.5 grid grid-cols-3 gap-4">
        <Part label={t('figure.cpu')}>
          <Meter value={server.cpu} limits={useUsageLimits('cpu')} label={t('figure.cpu')} />
        </Part>
        <Part label={t('figure.memory')}>
          <Meter
            value={percentOf(server.mem_used, server.mem_total)}
            limits={useUsageLimits('memory')}
            label={t('figure.memory')}
          />
        </Part>
        <Part label={t('figure.disk')}>
          <Meter
            value={percentOf(server.disk_used, server.disk_total)}
            limits={useUsageLimits('disk')}
            label={t('figure.disk')}
          />
        </Part>
      </dl>
      <CpuSparkline id={server.id} />
      <dl className="figures grid grid-cols-[1fr_1fr_auto] gap-3 text-xs">
        <Rate
          icon={<ArrowDown aria-hidden className="size-3 text-chart-1" />}
          label={t('figure.in')}
          value={format.rate(server.net_in_speed)}
        />
        <Rate
          icon={<ArrowUp aria-hidden className="size-3 text-chart-2" />}
          label={t('figure.out')}
          value={format.rate(server.net_out_speed)}
        />
        <div className="text-faint">
          <dt className="sr-only">{t('figure.uptime')}</dt>
          <dd title={t('figure.uptime')}>{format.duration(server.uptime)}</dd>
        </div>
      </dl>
    </>
  )
}

/** CPU usage over the last minutes. */
function CpuSparkline({ id }: { id: string }) {
  const values = useLiveValues(id, 'cpu')
  return <Sparkline values={sparklineValues(values)} max={100} className="my-auto h-9 w-full border-b" />
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="caption">{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Rate = ({ icon, label, value }: { icon: ReactNode; label: string; value: string }) => (
  <div className="flex items-center gap-1.5 whitespace-nowrap">
    <dt>
      {icon}
      <span className="sr-only">{label}</span>
    </dt>
    <dd>{value}</dd>
  </div>
)
