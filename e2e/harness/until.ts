import { setTimeout as pause } from 'node:timers/promises'

/**
 * Only a hang takes this long, even on an overloaded machine. `SVC_HANG_MS` shortens it, to find failing texts
 * quickly.
 */
export const hangMs = Number(process.env.SVC_HANG_MS ?? 90_000)

/** Polls until the result is neither `undefined` nor `false`. On timeout the error names `what`. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = hangMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  // poll less often the longer it takes
  for (let interval = 50; ; interval = Math.min(interval * 1.2, 250)) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`)
    await pause(interval)
  }
}
