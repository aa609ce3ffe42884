import { type Static, Type } from '@sinclair/typebox'

export const config = Type.Object({
  mobile: Type.Object({
    access_ttl: Type.Integer({
      default: 900,
      minimum: 60,
      maximum: 86_400,
      description:
        'lifetime of access tokens of mobile apps in seconds; not extended by use, at most the lifetime of the refresh token',
    }),
    refresh_ttl: Type.Integer({
      default: 2_592_000,
      minimum: 3600,
      maximum: 31_536_000,
      description: 'lifetime of refresh tokens of mobile apps in seconds; each refresh issues a new one',
    }),
  }),
})
export type Config = Static<typeof config>
