const seconds = [1, 2, 4, 8, 16, 30]
const jitter = 0.2
const floorMs = 500

/** The waits between connection attempts. */
export interface Backoff {
  /** milliseconds until the next attempt */
  next(): number
  /** after a success: start again at one second */
  reset(): void
}

/** 1, 2, 4, 8, 16, then 30 seconds, each 20 % longer or shorter, so that a fleet does not return in step. */
export function makeBackoff(random: () => number = Math.random): Backoff {
  let failures = 0
  return {
    next() {
      const step = seconds[Math.min(failures, seconds.length - 1)] ?? 30
      failures += 1
      return Math.max(floorMs, Math.round(step * 1000 * (1 + jitter * (2 * random() - 1))))
    },
    reset() {
      failures = 0
    },
  }
}
