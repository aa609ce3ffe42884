import type { Clock } from '@svc/plugin-sdk'
import { makeExpiring } from '../oauth/expiring.ts'

const bounds = { lifetimeMs: 10 * 60_000, capacity: 1000 }

/** Shown to the user, but not yet proved to be in an authenticator. */
export interface PendingFactor {
  readonly secret: string
  readonly codeHashes: readonly string[]
}

/** Second factors being set up: in memory, at most one per user, for ten minutes. */
export function makePendingFactors(clock: Pick<Clock, 'now'>) {
  const factors = makeExpiring<PendingFactor>(bounds, clock)
  return {
    get: factors.get,
    drop: factors.drop,
    /** A newer one replaces the older, and lives its full time. */
    put(userId: string, factor: PendingFactor): void {
      factors.drop(userId)
      factors.add(userId, factor)
    },
  }
}
