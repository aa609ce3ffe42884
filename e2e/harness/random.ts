/** Reproducible random numbers: log the seed to repeat a failure. */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (limit: number) => Math.floor(next() * limit) }
}

/** The seed of this run: `SEED` from the environment, or a random one. */
export const chosenSeed = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
