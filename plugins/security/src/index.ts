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
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { makeEventCounts } from './events/count-events.ts'
import { eventsStore } from './events/events-store.ts'
import { makeReceiver } from './events/receive.ts'
import { makeHostStatus } from './host-status.ts'
import { createEvents } from './migrations/001-events.ts'
import { securityRoutes } from './routes.ts'
import { AgentSecurityEvent, SecurityStatus, SecuritySync } from './wire.ts'

export default definePlugin({
  id: 'security',
  config,
  requires: { agents, audit, live, scheduler, servers },
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
        ...contribute(serverTables, { table: 'security_events', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'security_events',
          column: 'created_at',
          days: config.retention.security_event_days,
        }),
      ],
      on: [
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
