import { ruleTypes, usageSources } from '@svc/plugin-alerts/contract'
import { widgetTypes } from '@svc/plugin-dashboards/contract'
import { agentMessages, agents, live, liveStatus, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { retentionTiers, runs } from '@svc/plugin-system/contract'
import { usageSource } from './alerting/usage-source.ts'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { latest, plannedOutages } from './contract.ts'
import { migrations } from './migrations.ts'
import { retention } from './retention.ts'
import { widgetNames } from './widgets-schema.ts'

export default definePlugin({
  id: 'metrics',
  config,
  requires: { agents, live, servers, runs },
  provides: { latest },
  points: { plannedOutages },
  migrations,
  setup(context) {
    const plugin = assemble(context)
    return {
      provides: { latest: plugin.samples },
      contributes: [
        ...contribute(agentMessages, ...plugin.messages),
        ...contribute(liveStatus, plugin.figures),
        ...contribute(retentionTiers, ...retention(context.config.retention), ...plugin.tiers),
        ...contribute(ruleTypes, ...plugin.ruleTypes),
        ...contribute(usageSources, usageSource(context.servers, plugin.samples)),
        ...contribute(widgetTypes, ...widgetNames.map((type) => ({ type }))),
        ...contribute(serverLifecycle, { plugin: 'metrics', onDelete: plugin.deleteServer }),
      ],
      on: plugin.on,
      jobs: plugin.jobs,
      routes: async (app) => {
        for (const routes of plugin.routes) await app.register(routes)
      },
      ready: plugin.ready,
      close: plugin.close,
    }
  },
})
