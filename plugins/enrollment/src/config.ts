import { Type } from '@sinclair/typebox'

export const enrollmentConfig = Type.Object({
  auth: Type.Object({
    max_servers: Type.Integer({ default: 0, minimum: 0, description: 'Cap on newly onboarded servers; 0: unlimited' }),
  }),
  rate_limit: Type.Object({
    register_max: Type.Integer({
      default: 10,
      minimum: 0,
      description: 'Agent registration attempts per client address in 15 minutes; 0: unlimited',
    }),
  }),
  retention: Type.Object({
    enrollment_offers_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'Days that consumed, revoked, replaced and expired enrollment offers are kept',
    }),
  }),
})
