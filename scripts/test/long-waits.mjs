import { vi } from 'vitest'

/** Only a hang takes this long, also on a machine that does many other things. */
const hangMs = 90_000

/** @template {(callback: any, options?: any) => any} Wait @param {Wait} wait */
const waitLonger = (wait) =>
  /** @type {Wait} */ (
    (callback, options = {}) => {
      const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
      return wait(callback, { ...others, timeout: Math.max(timeout, hangMs) })
    }
  )

// By default they fail after a second, which anything may take on a busy machine.
if (!('hasLongWaits' in vi))
  Object.assign(vi, { hasLongWaits: true, waitFor: waitLonger(vi.waitFor), waitUntil: waitLonger(vi.waitUntil) })
