import { dependencyTargets, ruleHistories, ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agents,
  capabilitiesReported,
  live,
  onAgent,
  serverDeleted,
  serverLifecycle,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, makeBounded } from '@svc/plugin-sdk'
import { audit, retentionTiers } from '@svc/plugin-system/contract'
import { makeAgentSync } from './agent-sync.ts'
import { config } from './config.ts'
import { networkQuality } from './contract.ts'
import { makeIntake } from './intake/intake.ts'
import { probesMigration } from './migrations/001-probes.ts'
import { makeNetwork } from './network/network.ts'
import { numbersStore } from './numbers-store.ts'
import { makePing } from './ping/ping.ts'
import { makePurge, makeSealer } from './rounds/maintenance.ts'
import { retention } from './rounds/tables.ts'
import { NetworkProbeResults, PingResult } from './wire.ts'

export default definePlugin({
  id: 'probes',
  config,
  requires: { agents, audit, live, servers },
  provides: { networkQuality },
  migrations: [probesMigration],
  setup(context) {
    const numbers = numbersStore(context.db)
    const [sealer, purge] = [makeSealer(context), makePurge(context)]
    const shared = { ...context, numbers, purge, bounded: makeBounded() }
    const network = makeNetwork({ ...shared, onChanged: (serverIds) => agentSync.network(serverIds) })
    const ping = makePing({ ...shared, onChanged: (serverIds) => agentSync.pings(serverIds) })
    const agentSync = makeAgentSync({ ...context, catalog: network.catalog, tasks: ping.tasks })
    const intake = makeIntake({ ...shared, network, ping })
    return {
      provides: { networkQuality: network.quality },
      contributes: [
        ...contribute(agentMessages, onAgent(NetworkProbeResults, intake.network), onAgent(PingResult, intake.ping)),
        ...contribute(ruleTypes, ...network.ruleTypes),
        ...contribute(ruleHistories, ...network.ruleHistories),
        ...contribute(dependencyTargets, network.dependencyTargets),
        ...contribute(retentionTiers, ...retention(context.config.retention)),
        ...contribute(
          serverTables,
          { table: 'probes_assignments', column: 'server_id' },
          { table: 'probes_ping_task_servers', column: 'server_id' },
        ),
        ...contribute(serverLifecycle, {
          plugin: 'probes',
          onCreate: ({ id }) => network.catalog.assignDefaults(id),
          onDelete: ({ number }) => numbers.forgetServer(number),
        }),
      ],
      on: [
        listen(capabilitiesReported, ({ serverId }) => agentSync.connected(serverId)),
        listen(serverDeleted, ({ number }) => {
          network.forgetServer(number)
          ping.results.forgetServer(number)
          purge.schedule()
        }),
      ],
      jobs: [network.rounds.job, ping.results.job, sealer.job],
      routes: async (app) => {
        for (const routes of [...network.routes, ping.routes]) await app.register(routes)
      },
      ready() {
        sealer.start()
        if (numbers.forgotten().length > 0) purge.schedule()
        network.load()
      },
      close() {
        for (const part of [intake, agentSync, network, sealer, purge, network.rounds, ping.results]) part.close()
      },
    }
  },
})
