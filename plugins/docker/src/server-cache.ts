import type { Clock } from '@svc/plugin-sdk'

export interface ServerCache<T> {
  /** The value, if it is fresh; else it is loaded. */
  get(serverId: string): Promise<T>
  /** The last value, however old. */
  last(serverId: string): T | undefined
  /** The last value, unless it is older; by default than what `get` returns without loading it. */
  fresh(serverId: string, maxAgeMs?: number): T | undefined
  set(serverId: string, value: T): void
  forget(serverId: string): void
}

/** What agents said last, by server. Whoever needs it while it is loaded shares the request. */
export function makeServerCache<T>(
  clock: Pick<Clock, 'now'>,
  maxAgeMs: number,
  load: (serverId: string) => Promise<T>,
): ServerCache<T> {
  const values = new Map<string, { readonly value: T; readonly at: number }>()
  const loading = new Map<string, Promise<T>>()

  const fresh = (serverId: string, ageMs = maxAgeMs) => {
    const cached = values.get(serverId)
    return cached && Math.abs(clock.now() - cached.at) < ageMs ? cached.value : undefined
  }
  const set = (serverId: string, value: T) => void values.set(serverId, { value, at: clock.now() })

  const reload = (serverId: string) => {
    const pending = load(serverId)
      .then((value) => {
        set(serverId, value)
        return value
      })
      .finally(() => loading.delete(serverId))
    loading.set(serverId, pending)
    return pending
  }

  return {
    async get(serverId) {
      return fresh(serverId) ?? loading.get(serverId) ?? reload(serverId)
    },
    last: (serverId) => values.get(serverId)?.value,
    fresh,
    set,
    forget: (serverId) => void values.delete(serverId),
  }
}
