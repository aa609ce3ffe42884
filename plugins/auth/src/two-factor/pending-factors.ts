import type { Clock } from '@svc/plugin-sdk'
import { makeExpiringMap } from '../oauth/expiring-map.ts'

const bounds = { lifetimeMs: 10 * 60_000, capacity: 1000 }

/** Shown to the user, but not yet confirmed with a code. */
export interface PendingFactor {
  readonly secret: string
  readonly codeHashes: readonly string[]
}

/** Second factors during setup: in memory, one per user, for ten minutes. */
export function makePendingFactors(clock: Pick<Clock, 'now'>) {
  const factors = makeExpiringMap<PendingFactor>(bounds, clock)
  return {
    get: factors.get,
    drop: factors.delete,
    /** Replaces an older one and restarts its lifetime. */
    put(userId: string, factor: PendingFactor): void {
      factors.delete(userId)
      factors.set(userId, factor)
    },
  }
}
