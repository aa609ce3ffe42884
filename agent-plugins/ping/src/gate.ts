/** Lets only so many in at the same time, in the order in which they came. */
export interface Gate {
  /** Resolves to the way out, which must be taken; rejects when `signal` aborts before there is room. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function makeGate(places: number): Gate {
  let free = places
  const waiting = new Set<() => void>()

  function leave(): void {
    free += 1
    const [first] = waiting
    first?.()
  }

  /** Only the first call counts. */
  function wayOut(): () => void {
    let isInside = true
    return () => {
      if (isInside) leave()
      isInside = false
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free === 0 || waiting.size > 0) {
        await new Promise<void>((resolve, reject) => {
          const done = () => {
            waiting.delete(admit)
            signal.removeEventListener('abort', giveUp)
          }
          const admit = () => {
            done()
            free -= 1
            resolve()
          }
          const giveUp = () => {
            done()
            reject(signal.reason)
          }
          waiting.add(admit)
          signal.addEventListener('abort', giveUp)
        })
        return wayOut()
      }
      free -= 1
      return wayOut()
    },
  }
}
