import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  ip_quality: Type.Object({
    allow_private: AllowPrivate('private address ranges in which a provider of risk data of your own may be'),
  }),
  retention: Type.Object({
    ip_quality_event_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep results of earlier checks, and changes between them',
    }),
  }),
})
