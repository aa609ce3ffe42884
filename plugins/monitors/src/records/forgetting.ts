import type { Core } from '@svc/plugin-sdk'

/**
 * Deletes the records of deleted monitors off the main thread. Which those are is written in the transaction that deletes
 * the monitor, so that a program that ends in between goes on after its next start.
 */
export function makeForgetting({ log, offload }: Pick<Core, 'log' | 'offload'>) {
  const stopping = new AbortController()
  const module = new URL('./forget.js', import.meta.url)
  return {
    start() {
      offload<undefined, void>(module, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'deleting the records of a monitor failed')
      })
    },
    stop: () => stopping.abort(),
  }
}
