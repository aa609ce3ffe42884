import { makeRandom } from '@svc/kernel/testing'

/** Random choices that a seed makes reproducible. */
export function makeChoices(seed: number) {
  const { next, below } = makeRandom(seed)
  return {
    below,
    pick: <T>(from: readonly T[]): T | undefined => from[below(from.length)],
    /** Usually the newest, sometimes an older one. */
    pickRecent: <T>(from: readonly T[]): T | undefined =>
      next() < 0.75 ? from[from.length - 1] : from[below(from.length)],
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const names = Object.keys(weights) as T[]
      let remaining = next() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        remaining -= weights[name]
        if (remaining < 0) return name
      }
      return names[0] as T
    },
  }
}
export type Choices = ReturnType<typeof makeChoices>
