/** Hands out a limited number of slots per key, in order of arrival. */
export function makeSlots(max: number) {
  const used = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const release = (key: string) => {
    const next = waiting.get(key)?.shift()
    if (next) return next()
    waiting.delete(key)
    const left = (used.get(key) ?? 1) - 1
    if (left > 0) used.set(key, left)
    else used.delete(key)
  }

  /** Resolves to the function that gives the slot back. */
  return async (key: string): Promise<() => void> => {
    const now = used.get(key) ?? 0
    if (now < max) used.set(key, now + 1)
    else await new Promise<void>((resolve) => waiting.getOrInsertComputed(key, () => []).push(resolve))
    return () => release(key)
  }
}
