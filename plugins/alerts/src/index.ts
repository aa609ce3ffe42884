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
    const parts = assemble(context)
    return {
      provides: parts.services,
      contributes: [
        ...parts.contributes,
        ...contribute(ruleTypes, ...parts.types),
        ...contribute(retentionTiers, ...parts.tiers),
        ...contribute(serverLifecycle, { plugin: 'alerts', onDelete: parts.onDelete }),
        ...contribute(widgetTypes, { type: 'alert-list' }),
      ],
      on: parts.on,
      jobs: parts.jobs,
      routes: async (app) => {
        for (const routes of parts.routes) await app.register(routes)
      },
      ready: parts.ready,
      close: parts.close,
    }
  },
})
