import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Resolves when `promise` does, or after `ms` milliseconds. Does not cancel the work behind the promise. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
