import type { Clock, Core, Job, Logger, Registry } from '@svc/plugin-sdk'
import type { CleanupInput, CleanupResult } from './cleanup.ts'
import type { RetentionTier } from './contract.ts'

interface Deps {
  readonly tiers: Registry<RetentionTier>
  readonly offload: Core['offload']
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}

export const cleanupJob = ({ tiers, offload, clock, log }: Deps): Job => ({
  name: 'Cleanup',
  every: 3_600_000,
  offset: 60_000,
  async run(signal) {
    const allTiers = tiers.all()
    const { deleted, failed } = await offload<CleanupInput, CleanupResult>(
      new URL('./cleanup.js', import.meta.url),
      { tiers: [...allTiers], now: clock.now() },
      { signal, tables: allTiers.map((tier) => tier.table) },
    )
    const counts = Object.fromEntries(Object.entries(deleted).filter(([, count]) => count > 0))
    if (Object.keys(counts).length > 0) log.info({ deleted: counts }, 'deleted expired rows')
    const errors = Object.entries(failed).map(([table, message]) => `${table}: ${message}`)
    if (errors.length > 0) throw new Error(`failed to clean ${errors.join('; ')}`)
  },
})
