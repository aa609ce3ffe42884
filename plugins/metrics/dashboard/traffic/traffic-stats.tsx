import { Stat, StatPanels, useFormat, useT } from '@svc/dashboard-sdk'
import type { TrafficOverview } from '@svc/plugin-metrics/contract'
import { type ReactNode, useMemo } from 'react'
import { ServerLink } from '../accounting/server-link.tsx'
import { fleetTraffic, nearLimit, totalOf } from './fleet-traffic.ts'

/** Summary of the traffic of all servers. */
export function TrafficStats({ rows }: { rows: readonly TrafficOverview[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const fleet = useMemo(() => fleetTraffic(rows), [rows])
  const { top } = fleet
  return (
    <StatPanels label={t('traffic.glance')}>
      <Stat label={t('traffic.cycleIn')} hint={t('traffic.ofServers', { count: rows.length })}>
        {format.bytes(fleet.in)}
      </Stat>
      <Stat label={t('traffic.cycleOut')} hint={t('traffic.ofServers', { count: rows.length })}>
        {format.bytes(fleet.out)}
      </Stat>
      <Stat label={t('traffic.top')} hint={top ? format.bytes(totalOf(top)) : t('traffic.noTop')}>
        {top ? <ServerLink id={top.server_id} name={top.name} tab="traffic" className="font-semibold" /> : '–'}
      </Stat>
      <Stat
        label={t('traffic.near', { share: format.percent(nearLimit, 0) })}
        hint={t('traffic.ofLimited', { count: fleet.limited })}
      >
        <span className={fleet.near > 0 ? 'text-danger' : undefined}>{format.number(fleet.near)}</span>
      </Stat>
    </StatPanels>
  )
}
