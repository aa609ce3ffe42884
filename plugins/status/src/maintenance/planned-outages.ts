import type { Silencer } from '@svc/plugin-alerts/contract'
import type { PlannedOutages } from '@svc/plugin-metrics/contract'
import type { MaintenancesStore } from './maintenances-store.ts'

/** Alerts of servers in maintenance are silenced, by the title of the window. */
export const makeSilencer = (store: Pick<MaintenancesStore, 'ofServer'>): Silencer => ({
  plugin: 'status',
  silences: (serverId, now) => store.ofServer(serverId, { from: now, to: now + 1 })[0]?.title ?? false,
})

/** Gaps of servers in maintenance are planned. */
export const makePlannedOutages = (store: Pick<MaintenancesStore, 'ofServer'>): PlannedOutages => ({
  plugin: 'status',
  within: (serverId, span) =>
    store.ofServer(serverId, span).map(({ from, to }) => ({
      from: Math.max(from, span.from),
      to: Math.min(to, span.to),
    })),
})
