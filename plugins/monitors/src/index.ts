import { groupDeleted, notifications, silence } from '@svc/plugin-alerts/contract'
import { widgetTypes } from '@svc/plugin-dashboards/contract'
import { live, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, optional } from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, secrets } from '@svc/plugin-system/contract'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { monitors } from './migrations/001-monitors.ts'
import { chineseErrors } from './migrations/002-chinese-errors.ts'

export default definePlugin({
  id: 'monitors',
  config,
  requires: {
    audit,
    live,
    outbound,
    secrets,
    servers,
    notifications: optional(notifications),
    silence: optional(silence),
  },
  migrations: [monitors, chineseErrors],
  setup({ config, ...parts }) {
    const { job, routes, ready, close, ...plugin } = assemble({ ...parts, registries: config.monitors })
    return {
      contributes: [
        ...contribute(widgetTypes, { type: 'service-status' }),
        ...contribute(serverLifecycle, { plugin: 'monitors', onDelete: ({ id }) => plugin.serverDeleted(id) }),
        ...contribute(retentionTiers, {
          table: 'monitors_records',
          column: 'time',
          days: config.retention.service_monitor_days,
        }),
      ],
      on: [listen(groupDeleted, ({ groupId }) => plugin.groupDeleted(groupId))],
      jobs: [job],
      routes,
      ready,
      close,
    }
  },
})
