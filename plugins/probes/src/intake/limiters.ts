/** Results accepted in quick succession, for example after a reconnect. */
const burst = 3
/** Tolerates host clocks that run slightly fast. */
const drift = 0.98

interface Bucket {
  /** last update, epoch seconds */
  at: number
  tokens: number
}

/** A token bucket per task or target: an agent may send one result per interval, so it cannot fill the disk. */
export function makeRateLimiter() {
  const buckets = new Map<string, Bucket>()
  return {
    take(key: string, now: number, interval: number): boolean {
      const bucket = buckets.get(key) ?? { at: now, tokens: burst }
      buckets.set(key, bucket)
      // A clock that was set back neither adds nor removes tokens.
      const elapsed = Math.max(0, now - bucket.at)
      bucket.tokens = Math.min(burst, bucket.tokens + elapsed / (interval * drift))
      bucket.at = now
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
    /** Drops buckets that are full again. */
    sweep(now: number, maxInterval: number) {
      for (const [key, { at }] of buckets) if (now - at > maxInterval * burst) buckets.delete(key)
    },
    size: () => buckets.size,
  }
}

/** Distinct error texts per server and hour; the others become one. */
const maxErrors = 32
const otherError = 'another error'

/** Limits distinct error texts, which come from agents and could fill the disk. */
export function makeErrorLimiter() {
  let hour = 0
  const errorsByServer = new Map<string, Set<string>>()
  return (serverId: string, error: string | null, now: number): string | null => {
    if (error === null) return null
    if (now !== hour) {
      hour = now
      errorsByServer.clear()
    }
    const texts = errorsByServer.getOrInsertComputed(serverId, () => new Set())
    if (!texts.has(error) && texts.size >= maxErrors) return otherError
    texts.add(error)
    return error
  }
}
