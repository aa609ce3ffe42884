import { Type } from '@sinclair/typebox'
import { definePlugin } from '@svc/plugin-sdk'
import { audit, outbound, secrets } from '@svc/plugin-system/contract'
import { channels, notifications } from '../src/contract.ts'
import { notificationTables } from '../src/migrations/002-notifications.ts'
import { chineseErrors } from '../src/migrations/003-chinese-errors.ts'
import { makeNotifications } from '../src/notifications/assembly.ts'
import { deliveryRetention, notificationsConfig } from '../src/notifications/config.ts'

/** Stands in for the alert rules that use groups. */
export interface RulesStub {
  readonly cleared: string[]
  uses: (groupId: string) => number
  clear: (groupId: string) => void
}

export function rulesStub(): RulesStub {
  const cleared: string[] = []
  return { cleared, uses: () => 0, clear: (groupId) => void cleared.push(groupId) }
}

/** The notification part of the plugin, without rules. */
export const notificationsPlugin = (rules: RulesStub) =>
  definePlugin({
    id: 'alerts',
    config: Type.Object({
      ...notificationsConfig,
      retention: Type.Object({ notification_deliveries_days: deliveryRetention }),
    }),
    requires: { audit, outbound, secrets },
    provides: { notifications },
    points: { channels },
    migrations: [notificationTables, chineseErrors],
    setup(context) {
      const { service, ...parts } = makeNotifications({
        ...context,
        countRules: (groupId) => rules.uses(groupId),
        clearGroup: (groupId) => rules.clear(groupId),
      })
      return { provides: { notifications: service }, ...parts }
    },
  })
