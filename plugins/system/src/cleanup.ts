import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext, Offloaded } from '@svc/plugin-sdk'
import type { RetentionTier } from './contract.ts'
import { expiredRows } from './expired-rows.ts'

export interface CleanupInput {
  readonly tiers: readonly RetentionTier[]
  /** epoch milliseconds */
  readonly now: number
}

/** Deleted rows or error message per table. */
export interface CleanupResult {
  readonly deleted: Record<string, number>
  readonly failed: Record<string, string>
}

const pageSize = 20_000
const batchSize = { initial: 200, min: 20, max: 1_000 }
/** Writers on the main thread wait for these transactions; they must stay well below 10 ms. */
const targetMs = 3
const pauseMs = 10

async function cleanTable({ db, signal }: OffloadContext, tier: RetentionTier, now: number): Promise<number> {
  const rows = expiredRows(db, tier, now)
  let size = batchSize.initial
  let deleted = 0
  for (;;) {
    const found = rows.find(pageSize)
    let done = 0
    while (done < found.length) {
      signal.throwIfAborted()
      const started = performance.now()
      deleted += rows.remove(found.slice(done, done + size))
      done += size
      // Row sizes differ a thousandfold between tables, so adapt the batch size to the duration of the last batch.
      const elapsedMs = Math.max(performance.now() - started, 0.1)
      size = Math.round(
        Math.min(batchSize.max, Math.max(batchSize.min, Math.min(size * 2, (size * targetMs) / elapsedMs))),
      )
      await pause(pauseMs, undefined, { signal })
    }
    if (found.length < pageSize) return deleted
  }
}

const cleanup: Offloaded<CleanupInput, CleanupResult> = async (context, { tiers, now }) => {
  const result: CleanupResult = { deleted: {}, failed: {} }
  for (const tier of tiers) {
    try {
      result.deleted[tier.table] = await cleanTable(context, tier, now)
    } catch (error) {
      // an error in one tier must not block the others
      context.signal.throwIfAborted()
      result.failed[tier.table] = error instanceof Error ? error.message : String(error)
    }
  }
  return result
}
export default cleanup
