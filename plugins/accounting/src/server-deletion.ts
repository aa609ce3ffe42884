import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core, OffloadContext } from '@svc/plugin-sdk'
import { deleteServerRows } from '@svc/series'

const tables = ['accounting_traffic_hourly', 'accounting_traffic_daily', 'accounting_activity_hours']

/** Deletes the sums of deleted servers in the worker, after the commit. If the program stops midway, retention removes the rest. */
export function makeServerDeletion({ log, offload }: Pick<Core, 'log' | 'offload'>) {
  const abort = new AbortController()
  const { signal } = abort
  const module = new URL('./server-deletion.js', import.meta.url)
  return {
    start({ id, number }: Server) {
      offload<number, void>(module, number, { signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, server: id }, 'failed to delete the traffic of a deleted server')
      })
    },
    stop: () => abort.abort(),
  }
}

/** Runs in the maintenance worker. */
export default ({ db }: OffloadContext, number: number): void => {
  for (const table of tables) deleteServerRows(db, table, number)
}
