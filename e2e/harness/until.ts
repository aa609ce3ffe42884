import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks again and again until the answer is neither `undefined` nor `false`. It gives up only so that a broken system
 * ends with `what` it was waiting for, instead of with the test runner's timeout.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 90,
): Promise<T> {
  const giveUp = Date.now() + seconds * 1000
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > giveUp) throw new Error(`gave up waiting for ${what}`)
    await pause(50)
  }
}
