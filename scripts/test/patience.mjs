import { vi } from 'vitest'

/** Only a hang takes this long, also on a machine that does many other things. */
const hangMs = 90_000

/** @template {(callback: any, options?: any) => any} Wait @param {Wait} wait */
const patiently = (wait) =>
  /** @type {Wait} */ (
    (callback, options = {}) => {
      const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
      return wait(callback, { ...others, timeout: Math.max(timeout, hangMs) })
    }
  )

// By default they give up after a second, which a busy machine may take for anything.
if (!('isPatient' in vi))
  Object.assign(vi, { isPatient: true, waitFor: patiently(vi.waitFor), waitUntil: patiently(vi.waitUntil) })
