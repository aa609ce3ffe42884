import type { OffloadContext } from '@svc/plugin-sdk'
import { deleteServerRows } from '@svc/series'

const tables = ['accounting_traffic_hourly', 'accounting_traffic_daily', 'accounting_activity_hours']

/** Runs in the maintenance worker: deletes the sums of a deleted server. */
export default async (context: OffloadContext, number: number): Promise<void> => {
  for (const table of tables) await deleteServerRows(context, table, number)
}
