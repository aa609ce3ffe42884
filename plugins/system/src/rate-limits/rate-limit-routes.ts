import { isIP } from 'node:net'
import { Type } from '@sinclair/typebox'
import { addressKey, type Clock, data, invalid, type NetworkAccess, type Registry, type Routes } from '@svc/plugin-sdk'
import type { Audit, RateLimit } from '../contract.ts'
import { openWindows, rateLimitPage } from './rate-limit-page.ts'
import { RateLimitPage, RateLimitReset } from './rate-limit-schema.ts'

interface Deps {
  readonly limits: Registry<RateLimit>
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly network: NetworkAccess
}

/** The limiters to reset. */
function selectLimits(limits: readonly RateLimit[], scope: string | undefined): readonly RateLimit[] {
  const found = limits.filter((limit) => scope === undefined || limit.scope === scope)
  if (found.length > 0 || scope === undefined) return found
  const scopes = limits.map((limit) => limit.scope).sort()
  throw invalid('scope', 'kernel.ONE_OF', { values: scopes })
}

/** The limiter key of an address. */
function keyOf(ip: string | undefined): string | undefined {
  if (ip === undefined || isIP(ip.replace(/\/64$/, ''))) return ip && addressKey(ip)
  throw invalid('ip', 'system.CLIENT_ADDRESS')
}

/** Resets the windows of one key, or all; returns their number. */
function reset(limits: readonly RateLimit[], key: string | undefined): number {
  let cleared = 0
  for (const limit of limits) {
    const found = openWindows(limit).filter((window) => key === undefined || window.key === key)
    for (const window of found) limit.limiter.forget(window.key)
    cleared += found.length
  }
  return cleared
}

/** Lists and resets rate limits. */
export const rateLimitRoutes =
  ({ limits, audit, clock, network }: Deps): Routes =>
  async (app) => {
    app.get(
      '/api/admin/rate-limit',
      {
        config: { access: 'admin' },
        schema: { summary: 'Open windows of rate limits', response: { 200: data(RateLimitPage) } },
      },
      async () => ({
        data: {
          ...rateLimitPage(limits.all(), clock.now()),
          trusts_private_networks: network.trustsPrivateNetworks,
        },
      }),
    )

    app.post(
      '/api/admin/rate-limit/reset',
      {
        config: { access: 'admin' },
        // allow an empty body
        preValidation: async (req) => {
          if (req.body === undefined) req.body = {}
        },
        schema: {
          summary: 'Reset rate limits',
          body: RateLimitReset,
          response: { 200: data(Type.Object({ cleared: Type.Integer() })) },
        },
      },
      async (req) => {
        const { scope, ip } = req.body
        const key = keyOf(ip)
        const cleared = reset(selectLimits(limits.all(), scope), key)
        const detail = { ...(scope && { scope }), ...(key && { ip: key }), cleared }
        audit.write({ userId: req.principal.userId, action: 'rate_limit.reset', detail, ip: req.ip })
        return { data: { cleared } }
      },
    )
  }
