import { agents, live, serverDeleted, servers, serverTables } from '@svc/plugin-enrollment/contract'
import { addresses } from '@svc/plugin-geoip/contract'
import { networkQuality } from '@svc/plugin-probes/contract'
import { contribute, definePlugin, listen, makeRateLimiter, optional } from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { makeAlertTraces } from './alert-traces.ts'
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
  requires: { addresses: optional(addresses), agents, audit, live, networkQuality: optional(networkQuality), servers },
  migrations: [traceTables],
  setup(context) {
    const { addresses, audit, clock, config, db } = context
    const store = tracesStore(db)
    const hosts = makeHosts({ clock, addresses, dnsServer: config.traceroute.dns_server })
    const { traceroute_days: days, traceroute_alert_days: alertDays } = config.retention
    const traces = makeTraces({
      ...context,
      store,
      hosts,
      alertExtraDays: alertDays - days,
      onEnded: () => alertTraces.next(),
    })
    const alertTraces = makeAlertTraces({ ...context, traces })
    const starts = makeRateLimiter(startLimit, clock)
    return {
      contributes: [
        ...contribute(serverTables, { table: 'traceroute_traces', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'traceroute_traces',
          column: 'retained_from_ms',
          perSecond: 1000,
          days,
        }),
        ...contribute(rateLimits, { scope: 'traceroute', ...startLimit, limiter: starts }),
      ],
      on: [
        listen(serverDeleted, ({ id }) => traces.serverDeleted(id)),
        ...(config.traceroute.on_alert ? [alertTraces.listener] : []),
      ],
      routes: tracerouteRoutes({ traces, store, audit, starts }),
      close: traces.close,
    }
  },
})
