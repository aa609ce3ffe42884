import {
  cn,
  Meter,
  percentOf,
  Sparkline,
  sparklineValues,
  useFormat,
  useLiveValues,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** How the server is doing now; of an offline server what it reported last. Nothing before the first report. */
export default function ServerGauges({ server }: { server: ServerStatus }): ReactNode {
  const t = useT()
  const format = useFormat()
  const limits = { cpu: useUsageLimits('cpu'), memory: useUsageLimits('memory'), disk: useUsageLimits('disk') }
  const muted = !server.online
  const mount = server.fullest_mount
  if (server.last_active === 0 || server.uptime === 0) return null
  const used = (bytes: number, total: number) => (
    <>
      <span className="max-sm:hidden">
        {format.bytes(bytes)} {total > 0 && '/ '}
      </span>
      {total > 0 && format.bytes(total)}
    </>
  )
  return (
    <dl
      aria-label={t(muted ? 'usage.last' : 'usage.label')}
      className="panel mb-4 grid grid-cols-6 gap-x-4 gap-y-3 px-4 py-3 sm:gap-x-6 sm:px-5 lg:grid-cols-5"
    >
      <Gauge title={t('columns.cpu')} className="col-span-2 lg:col-span-1">
        <Meter
          thick
          value={server.cpu}
          limits={limits.cpu}
          muted={muted}
          label={t('columns.cpu')}
          detail={server.cpu_cores ? t('usage.cores', { count: server.cpu_cores }) : undefined}
        />
      </Gauge>
      <Gauge title={t('columns.memory')} className="col-span-2 lg:col-span-1">
        <Meter
          thick
          value={percentOf(server.mem_used, server.mem_total)}
          limits={limits.memory}
          muted={muted}
          label={t('columns.memory')}
          detail={used(server.mem_used, server.mem_total)}
        />
      </Gauge>
      <Gauge title={t('columns.disk')} className="col-span-2 lg:col-span-1">
        <Meter
          thick
          value={mount?.percent ?? percentOf(server.disk_used, server.disk_total)}
          limits={limits.disk}
          muted={muted}
          label={mount ? t('columns.mount', { path: mount.path }) : t('columns.disk')}
          detail={
            mount ? (
              <span className="truncate" data-tip={t('columns.mount', { path: mount.path })}>
                {mount.path}
              </span>
            ) : (
              used(server.disk_used, server.disk_total)
            )
          }
        />
      </Gauge>
      <Gauge title={t('columns.network')} className="col-span-4 lg:col-span-1">
        <p className={cn('figures flex flex-wrap gap-x-4 font-medium', muted ? 'text-faint' : 'text-ink')}>
          <Rate icon={ArrowDown} color="text-chart-1" label={t('usage.in')} value={format.rate(server.net_in_speed)} />
          <Rate icon={ArrowUp} color="text-chart-2" label={t('usage.out')} value={format.rate(server.net_out_speed)} />
        </p>
        {server.online && <Trend id={server.id} />}
      </Gauge>
      <Gauge title={t('columns.load')} className="col-span-2 lg:col-span-1">
        <p
          className={cn('figures flex flex-wrap items-baseline gap-x-2 font-medium', muted ? 'text-faint' : 'text-ink')}
        >
          {format.number(server.load1, 2)}
          <span className="min-w-0 font-normal text-faint text-xs" data-tip={t('usage.loads')}>
            {format.number(server.load5, 2)} · {format.number(server.load15, 2)}
          </span>
        </p>
      </Gauge>
    </dl>
  )
}

const Gauge = (props: { title: string; className: string; children: ReactNode }) => (
  <div className={cn('min-w-0', props.className)}>
    <dt className="caption">{props.title}</dt>
    <dd>{props.children}</dd>
  </div>
)

const Rate = (props: { icon: LucideIcon; color: string; label: string; value: string }) => (
  <span className="inline-flex min-w-[9ch] items-center gap-1 whitespace-nowrap">
    <props.icon className={cn('size-3.5', props.color)} aria-hidden />
    <span className="sr-only">{props.label}</span>
    {props.value}
  </span>
)

/** The traffic of the last minutes; both lines have the same scale. */
function Trend({ id }: { id: string }) {
  const incoming = useLiveValues(id, 'net_in_speed')
  const outgoing = useLiveValues(id, 'net_out_speed')
  const max = Math.max(1, ...incoming, ...outgoing)
  return (
    <div aria-hidden="true" className="relative h-3.5">
      <Sparkline values={sparklineValues(incoming)} max={max} color={1} className="absolute inset-0 h-full w-full" />
      <Sparkline values={sparklineValues(outgoing)} max={max} color={2} className="absolute inset-0 h-full w-full" />
    </div>
  )
}
