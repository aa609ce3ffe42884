import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'

export const RateLimitEntry = Type.Object({
  scope: Type.String(),
  ip: Type.String({ description: 'IPv6 by its /64' }),
  count: Type.Integer(),
  max: Type.Integer(),
  window_seconds: Type.Integer(),
  window_start: Timestamp,
  seconds_remaining: Type.Integer(),
  blocked: Type.Boolean(),
})
export type RateLimitEntry = Static<typeof RateLimitEntry>

const Known = Type.Optional(Type.Integer({ description: 'present while the plugin that counts it is running' }))

export const RateLimitPage = Type.Object({
  entries: Type.Array(RateLimitEntry, { description: 'blocked first, then by count, then newest; at most 500' }),
  total: Type.Integer({ description: 'entries, also those past the 500' }),
  blocked: Type.Integer({ description: 'blocked ones among all' }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), max: Type.Integer(), window_seconds: Type.Integer() })),
  login_max: Known,
  register_max: Known,
  public_max: Known,
  auth_window_seconds: Known,
  public_window_seconds: Known,
})
export type RateLimitPage = Static<typeof RateLimitPage>

export const RateLimitReset = Type.Object({
  scope: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'default: all' })),
  ip: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'an address, or an entry as it is listed; default: all' }),
  ),
})
export type RateLimitReset = Static<typeof RateLimitReset>
