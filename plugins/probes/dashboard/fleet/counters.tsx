import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Assessed } from './health.ts'

/** How many servers there are, are connected, and had anomalies in the last 24 hours. */
export function Counters({ rows }: { rows: readonly Assessed[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const online = rows.filter(({ health }) => health !== 'offline').length
  const anomalous = rows.filter(({ server }) => server.anomaly_count > 0).length
  const counts = [
    { key: 'servers', count: rows.length, ink: undefined },
    { key: 'online', count: online, ink: online > 0 ? 'text-ok' : 'text-faint' },
    { key: 'anomalous', count: anomalous, ink: anomalous > 0 ? 'text-warn' : 'text-faint' },
  ]
  return (
    <dl aria-label={t('network.counts')} className="panel mb-5 grid grid-cols-3 gap-px overflow-hidden bg-line">
      {counts.map(({ key, count, ink }) => (
        <div key={key} className="min-w-0 bg-panel px-4 py-3 xl:px-5">
          <dt className="caption truncate">{t(`network.count.${key}`)}</dt>
          <dd className={cn('figures font-semibold text-[1.75rem] leading-9 tracking-tight', ink)}>
            {format.number(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
