import { tooManyRequests } from './api-error.ts'
import type { Clock } from './core.ts'

/** The current window of one key. */
export interface RateWindow {
  readonly key: string
  /** allowed attempts */
  readonly count: number
  /** time of the first attempt, in milliseconds */
  readonly startedAt: number
}

/** Counts attempts per key and rejects those over the limit. */
export interface RateLimiter {
  /** Counts one attempt of `key`; throws 429 with `Retry-After` when the limit of the window is reached. A limit of 0 allows everything. */
  take(key: string): void
  /** Gives one attempt of `key` back, for example when it succeeded. */
  refund(key: string): void
  /** Forgets the attempts of `key`. */
  forget(key: string): void
  /** The windows that are open now, oldest first. */
  windows(): readonly RateWindow[]
}

/** Beyond this the oldest windows are dropped, so that a flood of addresses cannot exhaust the memory. */
const maxWindows = 50_000
/** Dropped at once, because a map finds its first key slowly after many deletions. */
const droppedWindows = 5000

/** A fixed-window limiter in memory: `max` attempts per key, counted from the first one for `windowMs`. */
export function makeRateLimiter(limits: { max: number; windowMs: number }, clock: Pick<Clock, 'now'>): RateLimiter {
  const windows = new Map<string, { count: number; startedAt: number }>()
  return {
    take(key) {
      if (limits.max === 0) return
      const now = clock.now()
      let window = windows.get(key)
      if (!window || now - window.startedAt >= limits.windowMs) {
        windows.delete(key)
        window = { count: 0, startedAt: now }
        windows.set(key, window)
        if (windows.size > maxWindows) for (const oldest of windows.keys().take(droppedWindows)) windows.delete(oldest)
      }
      if (window.count >= limits.max) {
        throw tooManyRequests(Math.max(1, Math.ceil((window.startedAt + limits.windowMs - now) / 1000)))
      }
      window.count += 1
    },
    refund(key) {
      const window = windows.get(key)
      if (!window || window.count === 0) return
      window.count -= 1
      if (window.count === 0) windows.delete(key)
    },
    forget: (key) => void windows.delete(key),
    windows() {
      const now = clock.now()
      return [...windows]
        .filter(([, { startedAt }]) => now - startedAt < limits.windowMs)
        .map(([key, window]) => ({ key, ...window }))
    },
  }
}

/**
 * The limiter key of a client address: IPv4 as it is, IPv6 by its /64, because one host usually owns a whole /64.
 * IPv4-mapped addresses count as IPv4.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1] as string
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  while (groups.length + rest.length < 8) groups.push('0')
  return `${[...groups, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
