import { agents, live, serverDeleted, servers, serverTables } from '@svc/plugin-enrollment/contract'
import { addresses } from '@svc/plugin-geoip/contract'
import { contribute, definePlugin, listen, makeRateLimiter, optional } from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { makeHosts } from './hosts.ts'
import { traceTables } from './migrations/001-traces.ts'
import { tracerouteRoutes } from './routes.ts'
import { makeTraces } from './traces.ts'
import { tracesStore } from './traces-store.ts'

/** Starts per user. */
const startLimit = { max: 30, windowMs: 60_000 }

export default definePlugin({
  id: 'traceroute',
  config,
  requires: { addresses: optional(addresses), agents, audit, live, servers },
  migrations: [traceTables],
  setup(context) {
    const { addresses, audit, clock, config, db } = context
    const store = tracesStore(db)
    const hosts = makeHosts({ clock, addresses, dnsServer: config.traceroute.dns_server })
    const traces = makeTraces({ ...context, store, hosts })
    const starts = makeRateLimiter(startLimit, clock)
    return {
      contributes: [
        ...contribute(serverTables, { table: 'traceroute_traces', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'traceroute_traces',
          column: 'completed_at_ms',
          perSecond: 1000,
          days: config.retention.traceroute_days,
        }),
        ...contribute(rateLimits, { scope: 'traceroute', ...startLimit, limiter: starts }),
      ],
      on: [listen(serverDeleted, ({ id }) => traces.serverDeleted(id))],
      routes: tracerouteRoutes({ traces, store, audit, starts }),
      close: traces.close,
    }
  },
})
