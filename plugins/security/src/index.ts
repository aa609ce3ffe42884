import { alertSignals, ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agentOffline,
  agents,
  capabilitiesReported,
  live,
  onAgent,
  onAgentState,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, optional } from '@svc/plugin-sdk'
import { audit, retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { makeEventCounts } from './events/count-events.ts'
import { eventsStore } from './events/events-store.ts'
import { makeReceiver } from './events/receive.ts'
import { makeHostStatus } from './host-status.ts'
import { createEvents } from './migrations/001-events.ts'
import { securityRoutes } from './routes.ts'
import { securityRuleTypes, watchEvents } from './rule-types.ts'
import { AgentSecurityEvent, SecurityStatus, SecuritySync } from './wire.ts'

export default definePlugin({
  id: 'security',
  config,
  requires: { agents, alertSignals: optional(alertSignals), audit, live, scheduler, servers },
  migrations: [createEvents],
  setup({ config, ...core }) {
    const { db, agents, audit, capabilities, live, servers } = core
    const store = eventsStore(db)
    const status = makeHostStatus(live)
    const counts = makeEventCounts({ ...core, timezone: core.scheduler.timezone })
    return {
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(AgentSecurityEvent, makeReceiver({ ...core, store })),
          onAgentState(SecurityStatus, (sent, { serverId }) => status.receive(serverId, sent)),
        ),
        ...contribute(ruleTypes, ...securityRuleTypes),
        ...contribute(serverTables, { table: 'security_events', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'security_events',
          column: 'created_at',
          days: config.retention.security_event_days,
        }),
      ],
      on: [
        ...(core.alertSignals ? [watchEvents(core.alertSignals)] : []),
        listen(agentOffline, ({ serverId }) => status.forget(serverId)),
        listen(capabilitiesReported, ({ serverId }) => {
          if ((agents.capabilities(serverId) & capabilities.bitOf('security_events')) !== 0) {
            agents.send(serverId, SecuritySync, {})
          }
        }),
      ],
      routes: securityRoutes({ servers, audit, store, counts, status }),
    }
  },
})
