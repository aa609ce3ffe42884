import { Meter, percentOf, useFormat, useT, useUsageLimits } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  readonly server: ServerStatus
}

export function Cpu({ server }: Props): ReactNode {
  const t = useT()
  return (
    <Meter
      value={server.cpu}
      limits={useUsageLimits('cpu')}
      label={t('columns.cpu')}
      detail={
        server.cpu_cores ? (
          <span className="max-xl:hidden">{t('usage.cores', { count: server.cpu_cores })}</span>
        ) : undefined
      }
    />
  )
}

export const Memory = ({ server }: Props): ReactNode => (
  <Usage kind="memory" used={server.mem_used} total={server.mem_total} />
)

export const Disk = ({ server }: Props): ReactNode => (
  <Usage kind="disk" used={server.disk_used} total={server.disk_total} />
)

function Usage({ kind, used, total }: { kind: 'memory' | 'disk'; used: number; total: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <div data-tip={`${format.bytes(used)} / ${format.bytes(total)}`}>
      <Meter
        value={percentOf(used, total)}
        limits={useUsageLimits(kind)}
        label={t(`columns.${kind}`)}
        detail={<span className="max-lg:hidden">{format.bytes(total)}</span>}
      />
    </div>
  )
}

export function Network({ server }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <div className="figures text-xs">
      <Traffic
        icon={<ArrowDown aria-hidden className="size-3 shrink-0 text-chart-1" />}
        label={t('usage.in')}
        rate={format.rate(server.net_in_speed)}
      />
      <Traffic
        icon={<ArrowUp aria-hidden className="size-3 shrink-0 text-chart-2" />}
        label={t('usage.out')}
        rate={format.rate(server.net_out_speed)}
      />
    </div>
  )
}

const Traffic = ({ icon, label, rate }: { icon: ReactNode; label: string; rate: string }) => (
  <p className="flex items-center justify-between gap-1 whitespace-nowrap">
    {icon}
    <span className="sr-only">{label}</span>
    {rate}
  </p>
)

export function Load({ server }: Props): ReactNode {
  return <span className="figures text-xs">{useFormat().number(server.load1, 2)}</span>
}

export function Uptime({ server }: Props): ReactNode {
  return <span className="figures text-muted text-xs">{useFormat().duration(server.uptime)}</span>
}
