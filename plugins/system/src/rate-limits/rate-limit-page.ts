import { toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { RateLimit } from '../contract.ts'
import type { RateLimitEntry, RateLimitPage } from './rate-limit-schema.ts'

const maxEntries = 500

interface OpenWindow {
  readonly limit: RateLimit
  readonly key: string
  readonly count: number
  readonly startedAt: number
  readonly blocked: boolean
}

/** Windows with attempts, and windows that block (with a limit of 0 also without attempts). */
export const openWindows = (limit: RateLimit): OpenWindow[] =>
  limit.limiter
    .windows()
    .map((window) => ({ ...window, limit, blocked: window.count >= limit.max }))
    .filter(({ count, blocked }) => count > 0 || blocked)

const compareWindows = (a: OpenWindow, b: OpenWindow) =>
  Number(b.blocked) - Number(a.blocked) ||
  b.count - a.count ||
  b.startedAt - a.startedAt ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
  (a.limit.scope < b.limit.scope ? -1 : 1)

const windowSeconds = (limit: RateLimit) => Math.ceil(limit.windowMs / 1000)

const toEntry = ({ limit, key, count, startedAt, blocked }: OpenWindow, now: number): RateLimitEntry => ({
  scope: limit.scope,
  ip: key,
  count,
  max: limit.max,
  window_seconds: windowSeconds(limit),
  window_start: toTimestamp(toSeconds(startedAt)),
  // less than a second still counts as one
  seconds_remaining: Math.max(1, Math.ceil((startedAt + limit.windowMs - now) / 1000)),
  blocked,
})

/** API view of all limiters. */
export function rateLimitPage(
  limits: readonly RateLimit[],
  now: number,
): Omit<RateLimitPage, 'trusts_private_networks'> {
  const found = limits.flatMap(openWindows).sort(compareWindows)
  const of = (scope: string) => limits.find((limit) => limit.scope === scope)
  const [login, register, open] = [of('login'), of('register'), of('public')]
  const auth = login ?? register
  return {
    entries: found.slice(0, maxEntries).map((window) => toEntry(window, now)),
    total: found.length,
    blocked: found.filter(({ blocked }) => blocked).length,
    scopes: limits
      .map((limit) => ({ scope: limit.scope, max: limit.max, window_seconds: windowSeconds(limit) }))
      .sort((a, b) => (a.scope < b.scope ? -1 : 1)),
    ...(login && { login_max: login.max }),
    ...(register && { register_max: register.max }),
    ...(auth && { auth_window_seconds: windowSeconds(auth) }),
    ...(open && { public_max: open.max, public_window_seconds: windowSeconds(open) }),
  }
}
