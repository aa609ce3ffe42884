import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    status_history_days: Type.Integer({
      default: 730,
      minimum: 31,
      maximum: 3650,
      description: 'days to keep resolved incidents and past maintenance windows',
    }),
  }),
})
