import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas, Timestamp } from '@svc/plugin-sdk'

export const RateLimitEntry = Type.Object({
  scope: Type.String(),
  ip: Type.String({ description: 'IPv6 addresses as their /64 network' }),
  count: Type.Integer(),
  max: Type.Integer(),
  window_seconds: Type.Integer(),
  window_start: Timestamp,
  seconds_remaining: Type.Integer(),
  blocked: Type.Boolean(),
})
export type RateLimitEntry = Static<typeof RateLimitEntry>

const WhileRunning = Type.Optional(Type.Integer({ description: 'present while the plugin of this limit is running' }))

export const RateLimitPage = Type.Object({
  entries: Type.Array(RateLimitEntry, { description: 'blocked first, then by count, then newest; at most 500' }),
  total: Type.Integer({ description: 'number of all entries, beyond the 500 too' }),
  blocked: Type.Integer({ description: 'number of blocked entries' }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), max: Type.Integer(), window_seconds: Type.Integer() })),
  trusts_private_networks: Type.Boolean({
    description: 'hosts of private networks may claim any client address, because they are `server.trusted_proxies`',
  }),
  login_max: WhileRunning,
  register_max: WhileRunning,
  public_max: WhileRunning,
  auth_window_seconds: WhileRunning,
  public_window_seconds: WhileRunning,
})
export type RateLimitPage = Static<typeof RateLimitPage>

export const RateLimitReset = Type.Object({
  scope: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'one of `scopes`; default: all' })),
  ip: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'an IP address, or an entry as listed; default: all' }),
  ),
})
export type RateLimitReset = Static<typeof RateLimitReset>

nameSchemas({ RateLimitEntry, RateLimitPage, RateLimitReset })
