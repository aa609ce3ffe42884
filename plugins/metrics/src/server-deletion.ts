import type { OffloadContext } from '@svc/plugin-sdk'
import { deleteServerPeriods, deleteServerRows, inBatches } from '@svc/series'
import { deleteStarts } from './gaps/agent-starts-store.ts'
import { deleteGpuRecords } from './gpu-records.ts'

/**
 * Runs in the maintenance worker: deletes the history of a deleted server. Sealed blocks come after the records, so that an
 * hour sealed in the meantime is not missed.
 */
export default async (context: OffloadContext, number: number): Promise<void> => {
  await deleteServerRows(context, 'metrics_records', number)
  for (const table of ['metrics_sealed_hours', 'metrics_hourly_records', 'metrics_sealed_days']) {
    await deleteServerPeriods(context, table, number)
  }
  for (const some of [deleteGpuRecords, deleteStarts]) await inBatches(context.signal, () => some(context.db, number))
  await deleteServerRows(context, 'metrics_uptime_days', number)
}
