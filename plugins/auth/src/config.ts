import { Type } from '@sinclair/typebox'
import { oauthConfig } from './oauth/oauth-config.ts'

export const config = Type.Object({
  auth: Type.Object({
    session_ttl: Type.Integer({
      default: 86_400,
      minimum: 1,
      maximum: 31_536_000,
      description: 'session lifetime in seconds, counted from the last use',
    }),
    secure_cookie: Type.Boolean({ default: true, description: 'Secure flag on session cookies' }),
  }),
  rate_limit: Type.Object({
    login_max: Type.Integer({
      default: 5,
      minimum: 0,
      description: 'sign-in attempts per address in 15 minutes; 0: unlimited',
    }),
  }),
  oauth: oauthConfig,
})
