import { type Static, Type } from '@sinclair/typebox'

export const config = Type.Object({
  mobile: Type.Object({
    access_ttl: Type.Integer({
      default: 900,
      minimum: 60,
      maximum: 86_400,
      description:
        'seconds an access token of the phone app lives; it does not slide, and ends with the refresh token at the latest',
    }),
    refresh_ttl: Type.Integer({
      default: 2_592_000,
      minimum: 3600,
      maximum: 31_536_000,
      description: 'seconds a refresh token of the phone app lives; each refresh issues a new one',
    }),
  }),
})
export type Config = Static<typeof config>
