import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    security_event_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep security events',
    }),
  }),
})
