import type { Core } from '@svc/plugin-sdk'
import { hasRecordsToPurge } from './records-store.ts'

/**
 * Deletes the records of deleted monitors off the main thread. The transaction that deletes a monitor queues its records,
 * so an interrupted purge resumes after the next start.
 */
export function makePurge({ db, log, offload }: Pick<Core, 'db' | 'log' | 'offload'>) {
  const controller = new AbortController()
  const worker = new URL('./purge-worker.js', import.meta.url)
  return {
    /** Without queued records it does not start the maintenance worker. */
    start() {
      if (!hasRecordsToPurge(db)) return
      offload<undefined, void>(worker, undefined, { signal: controller.signal }).catch((error: unknown) => {
        if (!controller.signal.aborted) log.warn({ err: error }, 'could not purge the records of deleted monitors')
      })
    },
    stop: () => controller.abort(),
  }
}
