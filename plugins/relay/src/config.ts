import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  push_relay: Type.Object({
    url: Type.String({
      format: 'base-url-or-empty',
      default: '',
      description: 'push relay, which forwards encrypted notifications to phones; may be on a private network',
    }),
  }),
  web_push: Type.Object({
    contact: Type.String({
      default: '',
      maxLength: 253,
      pattern: '^((mailto:[^\\s@]+@[^\\s@]+|https://\\S+))?$',
      description:
        '`mailto:` or `https:` address at which the push services of browsers can reach you; empty: the address at which notifications were switched on',
    }),
    allow_private: AllowPrivate('private address ranges in which browsers may have their push service'),
  }),
})
