const seconds = [1, 2, 4, 8, 16, 30]
const jitter = 0.2
const minMs = 500

/** Delays between connection attempts. */
export interface Backoff {
  /** the delay before the next attempt, in milliseconds */
  next(): number
  /** call after a successful connection: starts again at one second */
  reset(): void
}

/** 1, 2, 4, 8, 16, then 30 seconds, each with 20 % jitter so that a fleet does not reconnect in lockstep. */
export function makeBackoff(random: () => number = Math.random): Backoff {
  let failures = 0
  return {
    next() {
      const step = seconds[Math.min(failures, seconds.length - 1)] ?? 30
      failures += 1
      return Math.max(minMs, Math.round(step * 1000 * (1 + jitter * (2 * random() - 1))))
    },
    reset() {
      failures = 0
    },
  }
}
