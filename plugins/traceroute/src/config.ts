import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    traceroute_days: Type.Integer({ default: 30, minimum: 1, maximum: 3650, description: 'traceroutes' }),
    traceroute_alert_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'traceroutes that were started for an alert',
    }),
  }),
  traceroute: Type.Object({
    on_alert: Type.Boolean({
      default: true,
      description: 'trace the path to the worst probe target when an alert about latency or loss fires',
    }),
    dns_server: Type.String({
      default: '',
      description: 'address, with an optional port, that resolves the names of hops; empty: that of the system',
    }),
  }),
})
