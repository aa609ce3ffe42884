import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    figures_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep custom metrics, one value per minute',
    }),
  }),
})
