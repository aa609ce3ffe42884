import { toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { RateLimit } from '../contract.ts'
import type { RateLimitEntry, RateLimitPage } from './rate-limit-schema.ts'

const shownAtMost = 500

interface OpenWindow {
  readonly limit: RateLimit
  readonly key: string
  readonly count: number
  readonly startedAt: number
  readonly blocked: boolean
}

/** What a limiter counted. A window whose attempts were all given back says nothing, unless it blocks all the same. */
export const openWindows = (limit: RateLimit): OpenWindow[] =>
  limit.limiter
    .windows()
    .map((window) => ({ ...window, limit, blocked: window.count >= limit.max }))
    .filter(({ count, blocked }) => count > 0 || blocked)

const urgency = (a: OpenWindow, b: OpenWindow) =>
  Number(b.blocked) - Number(a.blocked) ||
  b.count - a.count ||
  b.startedAt - a.startedAt ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
  (a.limit.scope < b.limit.scope ? -1 : 1)

const windowSeconds = (limit: RateLimit) => Math.ceil(limit.windowMs / 1000)

const entryOf = ({ limit, key, count, startedAt, blocked }: OpenWindow, now: number): RateLimitEntry => ({
  scope: limit.scope,
  ip: key,
  count,
  max: limit.max,
  window_seconds: windowSeconds(limit),
  window_start: toTimestamp(toSeconds(startedAt)),
  // a window that opens again within this second still takes one
  seconds_remaining: Math.max(1, Math.ceil((startedAt + limit.windowMs - now) / 1000)),
  blocked,
})

/** All limiters at one moment, as the API shows them. */
export function rateLimitPage(limits: readonly RateLimit[], now: number): RateLimitPage {
  const found = limits.flatMap(openWindows).sort(urgency)
  const of = (scope: string) => limits.find((limit) => limit.scope === scope)
  const [login, register, open] = [of('login'), of('register'), of('public')]
  const auth = login ?? register
  return {
    entries: found.slice(0, shownAtMost).map((window) => entryOf(window, now)),
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
