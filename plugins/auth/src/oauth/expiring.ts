import type { Clock } from '@svc/plugin-sdk'

interface Bounds {
  readonly lifetimeMs: number
  readonly capacity: number
}

/** Things in memory with an end. Full, the oldest make room, so that a flood of strangers cannot fill the memory. */
export function makeExpiring<T>({ lifetimeMs, capacity }: Bounds, clock: Pick<Clock, 'now'>) {
  // in the order of their ends, because all live equally long
  const held = new Map<string, { readonly item: T; readonly endsAt: number }>()
  const first = () => held.entries().next().value

  function sweep(): void {
    for (let entry = first(); entry && entry[1].endsAt <= clock.now(); entry = first()) held.delete(entry[0])
  }
  function get(key: string): T | undefined {
    sweep()
    return held.get(key)?.item
  }
  return {
    get,
    /** All of them, the oldest first. */
    items(): T[] {
      sweep()
      return Array.from(held.values(), ({ item }) => item)
    },
    drop: (key: string): void => void held.delete(key),
    add(key: string, item: T): void {
      sweep()
      held.set(key, { item, endsAt: clock.now() + lifetimeMs })
      const oldest = first()
      if (held.size > capacity && oldest) held.delete(oldest[0])
    },
  }
}
