import type { OffloadContext } from '@svc/plugin-sdk'
import { deleteServerPeriods, deleteServerRows } from '@svc/series'
import { blocks, rows } from './tables.ts'

/**
 * Runs in the maintenance worker: deletes the values of a deleted server. Blocks come after the rows, so that an hour sealed
 * in the meantime is not missed.
 */
export default async (context: OffloadContext, number: number): Promise<void> => {
  await deleteServerRows(context, rows, number)
  await deleteServerPeriods(context, blocks.table, number)
}
