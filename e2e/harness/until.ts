import { setTimeout as pause } from 'node:timers/promises'

/**
 * Only what hangs takes this long, even on an overloaded machine. `SVC_HANG_MS` shortens it, for a quick look at what a
 * change of texts breaks.
 */
export const hangMs = Number(process.env.SVC_HANG_MS ?? 90_000)

/** Polls until the result is neither `undefined` nor `false`. A broken system fails with `what` instead of a timeout. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = hangMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`)
    await pause(50)
  }
}
