import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  status: Type.Object({
    allow_private: AllowPrivate(
      'private address ranges that subscribers of the public status page may name in webhooks; anyone can subscribe',
    ),
  }),
  retention: Type.Object({
    status_history_days: Type.Integer({
      default: 730,
      minimum: 31,
      maximum: 3650,
      description: 'days to keep resolved incidents and past maintenance windows',
    }),
  }),
})
