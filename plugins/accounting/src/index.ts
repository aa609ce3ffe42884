import { ruleHistories, ruleTypes } from '@svc/plugin-alerts/contract'
import { agents, serverDeleted, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { history, recordConsumers, trafficShares } from '@svc/plugin-metrics/contract'
import { contribute, definePlugin, listen, type Routes, toSeconds } from '@svc/plugin-sdk'
import { retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { makeServerDeletion } from '@svc/series'
import { makeTrafficHistories } from './alerting/traffic-histories.ts'
import { makeIntervalTraffic, trafficTypes } from './alerting/traffic-types.ts'
import { config } from './config.ts'
import { makeActivityLedger } from './cost/activity-store.ts'
import { costRoutes } from './cost/routes.ts'
import { adoptTables } from './migrations/001-adopt-tables.ts'
import { retention } from './retention.ts'
import { makeZone } from './traffic/calendar.ts'
import { makeLedger } from './traffic/ledger.ts'
import { trafficRoutes } from './traffic/routes.ts'
import { makeStatistics } from './traffic/statistics.ts'
import { makeTotalsReader } from './traffic/totals.ts'
import { trafficStore } from './traffic/traffic-store.ts'
import { uptimeRoutes } from './uptime/routes.ts'

export default definePlugin({
  id: 'accounting',
  config,
  requires: { agents, history, servers, scheduler },
  migrations: [adoptTables],
  setup(context) {
    const { config, db, clock, history, scheduler, servers } = context
    const zone = makeZone(scheduler.timezone)
    const traffic = trafficStore(db)
    const totals = makeTotalsReader(context)
    const statistics = makeStatistics({ store: traffic, totals, zone, now: () => toSeconds(clock.now()) })
    const ledgers = [makeLedger(traffic, zone), makeActivityLedger(db)]
    const deletion = makeServerDeletion(context, new URL('./server-deletion.js', import.meta.url))
    const routes: Routes = async (app) => {
      await app.register(trafficRoutes(servers, statistics))
      await app.register(uptimeRoutes(servers, history))
      await app.register(costRoutes({ ...context, today: statistics.today }))
    }
    return {
      contributes: [
        ...contribute(recordConsumers, {
          plugin: 'accounting',
          onRecords(records) {
            for (const book of ledgers) book(records)
          },
        }),
        ...contribute(trafficShares, { plugin: 'accounting', of: statistics.limitUsage }),
        ...contribute(retentionTiers, ...retention(config.retention)),
        ...contribute(ruleTypes, ...trafficTypes(makeIntervalTraffic({ totals, zone }))),
        ...contribute(ruleHistories, ...makeTrafficHistories({ ...context, zone })),
        // two rows without retention; the sums are deleted after the commit
        ...contribute(serverLifecycle, { plugin: 'accounting', onDelete: ({ number }) => traffic.delete(number) }),
      ],
      on: [listen(serverDeleted, deletion.start)],
      routes,
      close: deletion.stop,
    }
  },
})
