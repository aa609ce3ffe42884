import { figures, ruleTypes } from '@svc/plugin-alerts/contract'
import { widgetTypes } from '@svc/plugin-dashboards/contract'
import { agentMessages, agents, live, liveStatus, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { retentionTiers, runs } from '@svc/plugin-system/contract'
import { noticeFigures } from './alerting/notice-figures.js'
import { assemble } from './assembly.js'
import { config } from './config.js'
import { latest, plannedOutages } from './contract.js'
import { migrations } from './migrations.js'
import { retention } from './retention.js'
import { widgetNames } from './widgets-schema.js'

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
        ...contribute(figures, noticeFigures(context.servers, made.samples)),
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
