/** The most recently used entries by key; the oldest ones make room. */
export function makeRecent<T>(max: number) {
  const entries = new Map<string, T>()
  return {
    get(key: string): T | undefined {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key: string, value: T): void {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > max) entries.delete(entries.keys().next().value as string)
    },
    delete: (key: string) => entries.delete(key),
    entries: () => entries.entries(),
    keys: () => [...entries.keys()],
    get size() {
      return entries.size
    },
  }
}
