import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Samples } from './samples.ts'

type Dependencies = Pick<Core, 'clock' | 'log' | 'offload'> & {
  readonly servers: Pick<Servers, 'get'>
  readonly samples: Pick<Samples, 'delete'>
}

/**
 * Deletes the records of deleted servers. They are scattered over the whole table, so the worker deletes them in batches
 * after the commit. If the program stops midway, retention removes the rest. Nobody can read them: every read starts from
 * an existing server, and server numbers are never reused.
 */
export function makeRecordDeletion({ clock, log, offload, servers, samples }: Dependencies) {
  const abort = new AbortController()
  const module = new URL('./delete-records.js', import.meta.url)

  const run = async ({ id, number }: Server) => {
    if (servers.get(id)) return
    samples.delete(id)
    let from: number | undefined = 0
    while (from !== undefined && !abort.signal.aborted) {
      from = await offload<{ number: number; from: number }, number | undefined>(
        module,
        { number, from },
        { signal: abort.signal },
      )
    }
  }

  return {
    /** Called in the transaction that deletes the server. Starts after it has been committed. */
    start(server: Server) {
      clock.after(0, () => {
        run(server).catch((error: unknown) => {
          if (!abort.signal.aborted)
            log.warn({ err: error, server: server.id }, 'failed to delete the records of a deleted server')
        })
      })
    },
    stop: () => abort.abort(),
  }
}
