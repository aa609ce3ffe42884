import type { Agents, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, type Routes, toSeconds } from '@svc/plugin-sdk'
import type { RetentionTier } from '@svc/plugin-system/contract'
import { makeIntervalTraffic } from './alerting/interval-traffic.ts'
import { thresholdTypes } from './alerting/threshold-types.ts'
import { trafficTypes } from './alerting/traffic-types.ts'
import { makeActivityLedger } from './cost/activity-store.ts'
import { costRoutes } from './cost/routes.ts'
import { makeOverview } from './overview/overview.ts'
import { overviewRoutes } from './overview/routes.ts'
import { makeRecentMinutes } from './recent/recent-minutes.ts'
import { restoreRecent } from './recent/restore-recent.ts'
import { numberBits } from './record-key.ts'
import type { RecordConsumer } from './records-store.ts'
import { makeLedger } from './traffic/ledger.ts'
import { trafficRoutes } from './traffic/routes.ts'
import { makeStatistics } from './traffic/statistics.ts'
import { makeTotalsReader } from './traffic/totals-reader.ts'
import { trafficStore } from './traffic/traffic-store.ts'
import { makeZone } from './traffic/zone.ts'
import { uptimeRoutes } from './uptime/routes.ts'
import { makeUptime } from './uptime/uptime.ts'

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log' | 'offload'> {
  readonly agents: Pick<Agents, 'isOnline'>
  readonly servers: Pick<Servers, 'get' | 'list'>
  readonly config: {
    readonly scheduler: { readonly timezone: string }
    readonly retention: {
      readonly traffic_hourly_days: number
      readonly traffic_daily_days: number
      readonly uptime_daily_days: number
    }
  }
}

const hourly = { column: 'id', packed: { shift: numberBits, unitSeconds: 3600 } } as const
const daily = { column: 'id', packed: { shift: numberBits, unitSeconds: 86_400 } } as const

/** Traffic, uptime and cost accounting, updated in the transaction that writes each record. */
export function makeAccounting({ clock, db, log, offload, agents, servers, config }: Dependencies) {
  const abort = new AbortController()
  const zone = makeZone(config.scheduler.timezone)
  const traffic = trafficStore(db)
  const totals = makeTotalsReader({ db, offload })
  const statistics = makeStatistics({ store: traffic, totals, zone, now: () => toSeconds(clock.now()) })
  const uptime = makeUptime({ db, clock })
  const recent = makeRecentMinutes()
  let restored: Promise<void> | undefined
  const overview = makeOverview({ clock, db, log, offload, servers, agents, statistics, recent })

  const { retention } = config
  const tiers: readonly RetentionTier[] = [
    { ...hourly, table: 'metrics_traffic_hourly', days: retention.traffic_hourly_days },
    { ...daily, table: 'metrics_traffic_daily', days: retention.traffic_daily_days },
    { ...daily, table: 'metrics_uptime_days', days: retention.uptime_daily_days },
    // cost advisories look at the last 24 hours
    { ...hourly, table: 'metrics_activity_hours', days: 2 },
  ]
  const consumers: readonly RecordConsumer[] = [
    makeLedger(traffic, zone),
    uptime.consumer,
    makeActivityLedger(db),
    recent.consumer,
  ]
  const routes: Routes = async (app) => {
    await app.register(trafficRoutes(servers, statistics))
    await app.register(uptimeRoutes(servers, uptime))
    await app.register(overviewRoutes(servers, overview))
    await app.register(costRoutes({ db, offload, clock, servers, agents, today: statistics.today }))
  }

  return {
    consumers,
    isRecorded: uptime.isRecorded,
    jobs: [uptime.job],
    ruleTypes: [
      ...thresholdTypes({ values: recent.values, restored: () => restored }),
      ...trafficTypes(makeIntervalTraffic({ offload, totals, zone })),
    ],
    ready() {
      restored = restoreRecent({ clock, log, offload, servers, recent, signal: abort.signal })
    },
    tiers,
    routes,
    /** Called in the transaction that deletes the server. Bulk rows are deleted after it has been committed. */
    deleteServer({ id, number }: Server) {
      traffic.delete(number)
      recent.delete(number)
      clock.after(0, () => {
        if (servers.get(id)) return
        const input = { number, tables: tiers.map(({ table }) => table) }
        offload(new URL('./delete-accounting.js', import.meta.url), input, { signal: abort.signal }).catch(
          (error: unknown) => {
            if (!abort.signal.aborted)
              log.warn({ err: error, server: id }, 'failed to delete the traffic and uptime of a deleted server')
          },
        )
      })
    },
    close: () => abort.abort(),
  }
}
