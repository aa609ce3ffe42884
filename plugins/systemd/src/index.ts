import { ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  health,
  healthSources,
  onAgentState,
  serverDeleted,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, toSeconds } from '@svc/plugin-sdk'
import { healthSource } from './health-source.ts'
import { hostsStore } from './hosts-store.ts'
import { createHosts } from './migrations/001-hosts.ts'
import { unitRoutes } from './routes.ts'
import { ruleType } from './rule-type.ts'
import { sanitize } from './sanitize.ts'
import { SystemdUnits } from './wire.ts'

export default definePlugin({
  id: 'systemd',
  requires: { health },
  migrations: [createHosts],
  setup({ db, health }) {
    const hosts = hostsStore(db)
    return {
      contributes: [
        ...contribute(
          agentMessages,
          onAgentState(SystemdUnits, ({ failed }, { serverId, receivedAt }) => {
            hosts.put(serverId, { units: sanitize(failed), reportedAt: toSeconds(receivedAt) })
            health.refresh([serverId])
          }),
        ),
        ...contribute(healthSources, healthSource(hosts)),
        ...contribute(ruleTypes, ruleType(hosts)),
        ...contribute(serverTables, { table: 'systemd_hosts', column: 'server_id' }),
      ],
      on: [listen(serverDeleted, ({ id }) => hosts.forget(id))],
      routes: unitRoutes(hosts),
    }
  },
})
