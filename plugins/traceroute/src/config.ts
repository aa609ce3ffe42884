import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    traceroute_days: Type.Integer({ default: 30, minimum: 1, maximum: 3650, description: 'traceroutes' }),
  }),
  traceroute: Type.Object({
    dns_server: Type.String({
      default: '',
      description: 'address, with an optional port, that resolves the names of hops; empty: that of the system',
    }),
  }),
})
