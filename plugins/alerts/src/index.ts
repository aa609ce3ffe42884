import { widgetTypes } from '@svc/plugin-dashboards/contract'
import { agents, live, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, secrets } from '@svc/plugin-system/contract'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { alertSignals, channels, notifications, ruleTypes, silence, silencers, usageSources } from './contract.ts'
import { rules } from './migrations/001-rules.ts'
import { notificationTables } from './migrations/002-notifications.ts'
import { chineseErrors } from './migrations/003-chinese-errors.ts'

export default definePlugin({
  id: 'alerts',
  config,
  requires: { agents, audit, live, outbound, secrets, servers },
  provides: { alertSignals, notifications, silence },
  points: { types: ruleTypes, channels, silencers, usageSources },
  migrations: [rules, notificationTables, chineseErrors],
  setup(context) {
    const made = assemble(context)
    return {
      provides: made.services,
      contributes: [
        ...made.contributes,
        ...contribute(ruleTypes, ...made.types),
        ...contribute(retentionTiers, ...made.tiers),
        ...contribute(serverLifecycle, { plugin: 'alerts', onDelete: made.onDelete }),
        ...contribute(widgetTypes, { type: 'alert-list' }),
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
