/** Repeatable random numbers (mulberry32): print the seed, and a failure can be run again. */
export function makeRandom(seed: number) {
  let state = seed | 0
  /** From 0 to 1, without 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (limit: number) => Math.floor(next() * limit) }
}

/** The seed of this run: `SEED` of the environment, or a new one. */
export const chosenSeed = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
