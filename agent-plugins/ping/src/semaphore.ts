/** Limits concurrency, first come first served. */
export interface Semaphore {
  /** Resolves to a function that must be called to release the permit. Rejects if `signal` aborts while waiting. */
  acquire(signal: AbortSignal): Promise<() => void>
}

export function makeSemaphore(permits: number): Semaphore {
  let available = permits
  const waiting = new Set<() => void>()

  function release(): void {
    available += 1
    const [first] = waiting
    first?.()
  }

  /** Further calls of the returned function do nothing. */
  function makeRelease(): () => void {
    let isHeld = true
    return () => {
      if (isHeld) release()
      isHeld = false
    }
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (available === 0 || waiting.size > 0) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const done = () => {
          waiting.delete(grant)
          signal.removeEventListener('abort', cancel)
        }
        const grant = () => {
          done()
          available -= 1
          resolve()
        }
        const cancel = () => {
          done()
          reject(signal.reason)
        }
        waiting.add(grant)
        signal.addEventListener('abort', cancel)
        await promise
        return makeRelease()
      }
      available -= 1
      return makeRelease()
    },
  }
}
