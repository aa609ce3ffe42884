import { cn, Meter, useFormat, useT, useUsageLimits } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classOf } from './columns.ts'
import { percentOf } from './percent-of.ts'

const cell = 'min-w-0 px-3'

/** The metrics of an online server, one cell per column. */
export function MetricCells({ server }: { server: ServerStatus }): ReactNode {
  const t = useT()
  const format = useFormat()
  const used = (value: number, total: number) => `${format.bytes(value)} / ${format.bytes(total)}`
  return (
    <>
      <td className={cn(cell, classOf('cpu'))}>
        <Meter
          value={server.cpu}
          limits={useUsageLimits('cpu')}
          label={t('figure.cpu')}
          detail={
            server.cpu_cores ? (
              <span className="max-xl:hidden">{t('figure.cores', { count: server.cpu_cores })}</span>
            ) : undefined
          }
        />
      </td>
      <td className={cn(cell, classOf('memory'))} title={used(server.mem_used, server.mem_total)}>
        <Meter
          value={percentOf(server.mem_used, server.mem_total)}
          limits={useUsageLimits('memory')}
          label={t('figure.memory')}
          detail={<span className="max-lg:hidden">{format.bytes(server.mem_total)}</span>}
        />
      </td>
      <td className={cn(cell, classOf('disk'))} title={used(server.disk_used, server.disk_total)}>
        <Meter
          value={percentOf(server.disk_used, server.disk_total)}
          limits={useUsageLimits('disk')}
          label={t('figure.disk')}
          detail={<span className="max-lg:hidden">{format.bytes(server.disk_total)}</span>}
        />
      </td>
      <td className={cn(cell, 'figures text-xs', classOf('network'))}>
        <Traffic
          icon={<ArrowDown aria-hidden className="size-3 shrink-0 text-chart-1" />}
          label={t('figure.in')}
          rate={format.rate(server.net_in_speed)}
        />
        <Traffic
          icon={<ArrowUp aria-hidden className="size-3 shrink-0 text-chart-2" />}
          label={t('figure.out')}
          rate={format.rate(server.net_out_speed)}
        />
      </td>
      <td className={cn(cell, 'figures text-xs', classOf('load'))}>{format.number(server.load1, 2)}</td>
      <td className={cn(cell, 'figures text-muted text-xs', classOf('uptime'))}>{format.duration(server.uptime)}</td>
    </>
  )
}

const Traffic = ({ icon, label, rate }: { icon: ReactNode; label: string; rate: string }) => (
  <p className="flex items-center justify-between gap-1 whitespace-nowrap">
    {icon}
    <span className="sr-only">{label}</span>
    {rate}
  </p>
)
