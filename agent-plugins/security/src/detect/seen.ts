import { makeRecent } from './recent.ts'

/** More pairs of users and addresses than hosts have; the oldest ones are forgotten. */
const maxSeen = 4096

/** Remembers what was seen before, across restarts. */
export function makeSeen(initial: readonly string[], onChange: (keys: readonly string[]) => void) {
  const seen = makeRecent<true>(maxSeen)
  for (const key of initial.slice(-maxSeen)) seen.set(key, true)
  return {
    /** Whether it is seen for the first time. */
    isNew(key: string): boolean {
      const isNew = seen.get(key) === undefined
      seen.set(key, true)
      if (isNew) onChange(seen.keys())
      return isNew
    },
  }
}
export type Seen = ReturnType<typeof makeSeen>
