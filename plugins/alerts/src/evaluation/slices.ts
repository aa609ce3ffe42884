import type { Clock } from '@svc/plugin-sdk'

/** What one transaction takes of it: others are to have their turn soon, however many people are told of each. */
const most = { items: 25, ms: 5 } as const

/** A list that is worked off a slice at a time. */
export interface Slices<T> {
  /** how many are not taken yet */
  readonly left: number
  /** Takes some, each when it is asked for: at least one, and no more than a few milliseconds' work. */
  next(): Iterable<T>
  /** Takes as many as a slice has at most, without looking at them. */
  skip(): void
}

export function makeSlices<T>(all: readonly T[], clock: Pick<Clock, 'now'>): Slices<T> {
  let taken = 0
  return {
    get left() {
      return all.length - taken
    },
    *next() {
      const began = clock.now()
      for (let i = 0; i < most.items && taken < all.length; i += 1) {
        if (i > 0 && clock.now() - began >= most.ms) return
        taken += 1
        yield all[taken - 1] as T
      }
    },
    skip() {
      taken = Math.min(taken + most.items, all.length)
    },
  }
}
