const initialMs = 1000
const maxMs = 30_000
const jitter = 0.2

/** Delay in milliseconds before retry `attempt` (from 0): 1 s, doubling up to 30 s, ±20% jitter. */
export function backoff(attempt: number, random: () => number): number {
  const base = Math.min(maxMs, initialMs * 2 ** Math.min(attempt, 16))
  return Math.round(base * (1 - jitter + 2 * jitter * random()))
}
