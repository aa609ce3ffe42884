import type { Core } from '@svc/plugin-sdk'

/** Batches deletions, and waits for the commit. */
const delayMs = 100

/** Deletes the rounds of deleted servers, targets and tasks, after each deletion and after startup. */
export function makePurge({ clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const worker = new URL('./purge-worker.js', import.meta.url)
  const controller = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let cancel: (() => void) | undefined

  async function run() {
    cancel = undefined
    last = last.then(() => offload<undefined, void>(worker, undefined, { signal: controller.signal }))
    last = last.catch((error: unknown) => {
      if (!controller.signal.aborted) log.warn({ err: error }, 'could not purge rounds; retrying after the next start')
    })
    await last
  }

  return {
    schedule() {
      cancel ??= clock.after(delayMs, run)
    },
    close() {
      cancel?.()
      controller.abort()
    },
  }
}
