import type { Clock } from '@svc/plugin-sdk'

interface Bounds {
  readonly lifetimeMs: number
  readonly capacity: number
}

/** A map whose entries expire. The oldest entry is evicted at capacity, so that anonymous requests cannot fill the memory. */
export function makeExpiringMap<T>({ lifetimeMs, capacity }: Bounds, clock: Pick<Clock, 'now'>) {
  // insertion order is expiry order, because all entries have the same lifetime
  const entries = new Map<string, { readonly value: T; readonly expiresAt: number }>()
  const first = () => entries.entries().next().value

  function removeExpired(): void {
    for (let entry = first(); entry && entry[1].expiresAt <= clock.now(); entry = first()) entries.delete(entry[0])
  }
  function get(key: string): T | undefined {
    removeExpired()
    return entries.get(key)?.value
  }
  return {
    get,
    /** Oldest first. */
    values(): T[] {
      removeExpired()
      return Array.from(entries.values(), ({ value }) => value)
    },
    delete: (key: string): void => void entries.delete(key),
    set(key: string, value: T): void {
      removeExpired()
      entries.set(key, { value, expiresAt: clock.now() + lifetimeMs })
      const oldest = first()
      if (entries.size > capacity && oldest) entries.delete(oldest[0])
    },
  }
}
