import { ruleTypes, usageSources } from '@svc/plugin-alerts/contract'
import { widgetTypes } from '@svc/plugin-dashboards/contract'
import { agentMessages, agents, live, liveStatus, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { retentionTiers, runs } from '@svc/plugin-system/contract'
import { noticeFigures } from './alerting/notice-figures.ts'
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
    const made = assemble(context)
    return {
      provides: { latest: made.samples },
      contributes: [
        ...contribute(agentMessages, ...made.messages),
        ...contribute(liveStatus, made.figures),
        ...contribute(retentionTiers, ...retention(context.config.retention), ...made.tiers),
        ...contribute(ruleTypes, ...made.ruleTypes),
        ...contribute(usageSources, noticeFigures(context.servers, made.samples)),
        ...contribute(widgetTypes, ...widgetNames.map((type) => ({ type }))),
        ...contribute(serverLifecycle, { plugin: 'metrics', onDelete: made.forget }),
      ],
      on: made.on,
      jobs: made.jobs,
      routes: async (app) => {
        for (const routes of made.routes) await app.register(routes)
      },
      ready: made.ready,
      close: made.close,
    }
  },
})
