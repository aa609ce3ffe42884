import {
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
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** How an online server is doing, on its card. */
export default function CardUsage({ server }: { server: ServerStatus }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <dl className="mt-2.5 grid grid-cols-3 gap-4">
        <Part label={t('columns.cpu')}>
          <Meter value={server.cpu} limits={useUsageLimits('cpu')} label={t('columns.cpu')} />
        </Part>
        <Part label={t('columns.memory')}>
          <Meter
            value={percentOf(server.mem_used, server.mem_total)}
            limits={useUsageLimits('memory')}
            label={t('columns.memory')}
          />
        </Part>
        <Part label={t('columns.disk')}>
          <Meter
            value={percentOf(server.disk_used, server.disk_total)}
            limits={useUsageLimits('disk')}
            label={t('columns.disk')}
          />
        </Part>
      </dl>
      <CpuSparkline id={server.id} />
      <dl className="figures grid grid-cols-[1fr_1fr_auto] gap-3 text-xs">
        <Rate
          icon={<ArrowDown aria-hidden className="size-3 text-chart-1" />}
          label={t('usage.in')}
          value={format.rate(server.net_in_speed)}
        />
        <Rate
          icon={<ArrowUp aria-hidden className="size-3 text-chart-2" />}
          label={t('usage.out')}
          value={format.rate(server.net_out_speed)}
        />
        <div className="text-faint">
          <dt className="sr-only">{t('columns.uptime')}</dt>
          <dd data-tip={t('columns.uptime')}>{format.duration(server.uptime)}</dd>
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
