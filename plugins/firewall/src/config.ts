import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  firewall: Type.Object({
    allow_list: Type.Array(Type.String({ format: 'cidr' }), {
      default: [],
      description: 'ranges that are never blocked, for example of your office: `["203.0.113.0/24"]`',
    }),
  }),
})
