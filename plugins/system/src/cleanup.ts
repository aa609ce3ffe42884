import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext, Offloaded } from '@svc/plugin-sdk'
import type { RetentionTier } from './contract.ts'
import { retentionStore } from './retention-store.ts'

export interface CleanupInput {
  readonly tiers: readonly RetentionTier[]
  /** milliseconds since the epoch */
  readonly now: number
}

/** Per table: rows deleted, or why it could not be cleaned. */
export interface CleanupResult {
  readonly deleted: Record<string, number>
  readonly failed: Record<string, string>
}

const page = 20_000
const chunk = { first: 200, least: 20, most: 1_000 }
/** Writers on the main thread wait for a transaction here: aim well below the 10 ms they may wait. */
const target = 3
const pauseMs = 10

async function cleanTable({ db, signal }: OffloadContext, tier: RetentionTier, now: number): Promise<number> {
  const rows = retentionStore(db, tier, now)
  let size = chunk.first
  let deleted = 0
  for (;;) {
    const found = rows.expired(page)
    let done = 0
    while (done < found.length) {
      signal.throwIfAborted()
      const started = performance.now()
      deleted += rows.remove(found.slice(done, done + size))
      done += size
      // Rows differ a thousandfold in weight between tables, so the size follows what the last chunk took.
      const took = Math.max(performance.now() - started, 0.1)
      size = Math.round(Math.min(chunk.most, Math.max(chunk.least, Math.min(size * 2, (size * target) / took))))
      await pause(pauseMs, undefined, { signal })
    }
    if (found.length < page) return deleted
  }
}

const cleanup: Offloaded<CleanupInput, CleanupResult> = async (context, { tiers, now }) => {
  const result: CleanupResult = { deleted: {}, failed: {} }
  for (const tier of tiers) {
    try {
      result.deleted[tier.table] = await cleanTable(context, tier, now)
    } catch (error) {
      // one broken tier must not keep the others from being cleaned
      context.signal.throwIfAborted()
      result.failed[tier.table] = error instanceof Error ? error.message : String(error)
    }
  }
  return result
}
export default cleanup
