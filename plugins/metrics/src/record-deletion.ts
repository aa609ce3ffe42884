import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Samples } from './samples.ts'

type Dependencies = Pick<Core, 'clock' | 'log' | 'offload'> & {
  readonly servers: Pick<Servers, 'get'>
  readonly samples: Pick<Samples, 'forget'>
}

/**
 * Forgets deleted servers. The rows of one server are scattered over the whole table, so they are deleted in the worker
 * after the commit, a few per transaction. When the program ends in between, the rest stays until retention reaches it:
 * nobody can read it, because every read starts from a known server and numbers are never reused.
 */
export function makeForgetting({ clock, log, offload, servers, samples }: Dependencies) {
  const stopping = new AbortController()
  const module = new URL('./delete-records.js', import.meta.url)

  const run = async ({ id, number }: Server) => {
    if (servers.get(id)) return
    samples.forget(id)
    let from: number | undefined = 0
    while (from !== undefined && !stopping.signal.aborted) {
      from = await offload<{ number: number; from: number }, number | undefined>(
        module,
        { number, from },
        { signal: stopping.signal },
      )
    }
  }

  return {
    /** Called inside the transaction that deletes the server; acts once that has been committed. */
    start(server: Server) {
      clock.after(0, () => {
        run(server).catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error, server: server.id }, 'deleting records failed')
        })
      })
    },
    stop: () => stopping.abort(),
  }
}
