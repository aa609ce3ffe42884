import { type Static, Type } from '@sinclair/typebox'
import { deliveryRetention, notificationsConfig } from './notifications/config.ts'

export const config = Type.Object({
  ...notificationsConfig,
  retention: Type.Object({
    alert_events_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep the alert history',
    }),
    notification_deliveries_days: deliveryRetention,
  }),
})
export type AlertsConfig = Static<typeof config>
