import { ruleTypes } from '@svc/plugin-alerts/contract'
import { widgetTypes } from '@svc/plugin-dashboards/contract'
import {
  agentMessages,
  agents,
  capabilitiesReported,
  live,
  serverLifecycle,
  servers,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, retentionTiers } from '@svc/plugin-system/contract'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { probesMigration } from './migrations/001-probes.ts'
import { retention } from './retention.ts'
import { widgetNames } from './widgets-schema.ts'

export default definePlugin({
  id: 'probes',
  config,
  requires: { agents, audit, live, servers },
  migrations: [probesMigration],
  setup(context) {
    const made = assemble(context)
    return {
      contributes: [
        ...contribute(agentMessages, ...made.messages),
        ...contribute(ruleTypes, ...made.ruleTypes),
        ...contribute(widgetTypes, ...widgetNames.map((type) => ({ type }))),
        ...contribute(retentionTiers, ...retention(context.config.retention)),
        ...contribute(serverLifecycle, { plugin: 'probes', onCreate: made.onCreate, onDelete: made.onDelete }),
      ],
      on: [listen(capabilitiesReported, ({ serverId }) => made.connected(serverId))],
      jobs: made.jobs,
      routes: async (app) => {
        for (const routes of made.routes) await app.register(routes)
      },
      ready: made.ready,
      close: made.close,
    }
  },
})
