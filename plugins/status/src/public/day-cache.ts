import type { Clock } from '@svc/plugin-sdk'

export const shownDays = 90

/** Days that can still change: records arrive up to some minutes late. */
const openDays = 2

interface Dependencies<T> {
  readonly clock: Pick<Clock, 'now'>
  /** The last UTC days of each subject, oldest first, every day present. */
  read(ids: readonly string[], days: number): Promise<ReadonlyMap<string, readonly T[]>>
}

type Days<T> = Promise<ReadonlyMap<string, readonly T[]>>

/** Caches a value while its key is the same; failures are not kept. */
function makeSlot<T>() {
  let slot: { readonly key: string; readonly value: Promise<T> } | undefined
  return (key: string, read: () => Promise<T>): Promise<T> => {
    if (slot?.key === key) return slot.value
    const made = { key, value: read() }
    slot = made
    made.value.catch(() => {
      if (slot === made) slot = undefined
    })
    return made.value
  }
}

/**
 * The last 90 days of subjects: the days that are over are read once an hour, today and yesterday once a minute. The same
 * lists are returned until then.
 */
export function makeDayCache<T>({ clock, read }: Dependencies<T>) {
  const [closed, open, merged] = [
    makeSlot<Awaited<Days<T>>>(),
    makeSlot<Awaited<Days<T>>>(),
    makeSlot<Awaited<Days<T>>>(),
  ]
  return (ids: readonly string[]): Days<T> => {
    if (ids.length === 0) return Promise.resolve(new Map())
    const now = clock.now()
    const subjects = ids.join(' ')
    const hour = `${Math.floor(now / 3_600_000)} ${subjects}`
    const minute = `${Math.floor(now / 60_000)} ${subjects}`
    return merged(minute, async () => {
      const [past, recent] = await Promise.all([
        closed(hour, () => read(ids, shownDays)),
        open(minute, () => read(ids, openDays)),
      ])
      return new Map(ids.map((id) => [id, [...(past.get(id) ?? []).slice(0, -openDays), ...(recent.get(id) ?? [])]]))
    })
  }
}
