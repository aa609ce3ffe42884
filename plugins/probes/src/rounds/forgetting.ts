import type { Core } from '@svc/plugin-sdk'

/** After the commit, and after what was deleted together. */
const soonMs = 100

/** Deletes from the disk what nobody can read any more, after deletions and after a start. */
export function makeForgetting({ clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./forget.js', import.meta.url)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let cancel: (() => void) | undefined

  async function run() {
    cancel = undefined
    last = last.then(() => offload<undefined, void>(module, undefined, { signal: stopping.signal }))
    last = last.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'deleting rounds failed; the next start goes on')
    })
    await last
  }

  return {
    soon() {
      cancel ??= clock.after(soonMs, run)
    },
    close() {
      cancel?.()
      stopping.abort()
    },
  }
}
