const first = 1000
const longest = 30_000
const jitter = 0.2

/** Milliseconds before attempt number `attempt` (0 is the first retry): 1 s doubling to 30 s, ±20 %. */
export function backoff(attempt: number, random: () => number): number {
  const base = Math.min(longest, first * 2 ** Math.min(attempt, 16))
  return Math.round(base * (1 - jitter + 2 * jitter * random()))
}
