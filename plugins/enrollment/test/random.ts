/** Repeatable random numbers. */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(from: readonly T[]): T | undefined => from[below(from.length)],
    /** Mostly the newest, sometimes a stale one. */
    pickLate: <T>(from: readonly T[]): T | undefined =>
      next() < 0.75 ? from[from.length - 1] : from[below(from.length)],
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const names = Object.keys(weights) as T[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return names[0] as T
    },
  }
}
export type Random = ReturnType<typeof makeRandom>

/** The seed of this run: `SEED` of the environment, or a new one. */
export const chosenSeed = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
