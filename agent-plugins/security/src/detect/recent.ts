/**
 * Remembers the `max` most recently used entries by key, and at most twice as many. Two generations, because a map that
 * deletes its oldest entry again and again finds the next one ever more slowly.
 */
export function makeRecent<T>(max: number) {
  let young = new Map<string, T>()
  let old = new Map<string, T>()

  function set(key: string, value: T): void {
    old.delete(key)
    young.set(key, value)
    if (young.size < max) return
    old = young
    young = new Map()
  }

  return {
    set,
    get(key: string): T | undefined {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    delete(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    /** oldest generation first */
    *entries(): Generator<[string, T]> {
      yield* old
      yield* young
    },
    /** the latest, oldest first */
    keys: (): string[] => [...old.keys(), ...young.keys()].slice(-max),
  }
}
