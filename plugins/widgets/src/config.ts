import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  widgets: Type.Object({
    allow_private: AllowPrivate('private address ranges that widgets may be installed from, for example 10.0.0.0/8'),
  }),
})
