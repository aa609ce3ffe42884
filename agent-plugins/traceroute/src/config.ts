import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  traceroute: Type.Object({
    deny: Type.Array(Type.String(), {
      default: [],
      description: 'addresses and networks that this host never traces, such as `10.0.0.0/8`',
    }),
  }),
})
