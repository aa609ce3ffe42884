import type { Clock } from '@svc/plugin-sdk'

/** Limits of one transaction, so that other requests get their turn in between. */
const maxItems = 25
const maxMs = 5

/** A list that is processed in small batches. */
export interface Batches<T> {
  /** items not taken yet */
  readonly remaining: number
  /** Yields the next batch lazily: at least one item, and no more than fit into a few milliseconds. */
  next(): Iterable<T>
  /** Skips one full batch. */
  skip(): void
}

export function makeBatches<T>(items: readonly T[], clock: Pick<Clock, 'now'>): Batches<T> {
  let taken = 0
  return {
    get remaining() {
      return items.length - taken
    },
    *next() {
      const startedAt = clock.now()
      for (let i = 0; i < maxItems && taken < items.length; i += 1) {
        if (i > 0 && clock.now() - startedAt >= maxMs) return
        taken += 1
        yield items[taken - 1] as T
      }
    },
    skip() {
      taken = Math.min(taken + maxItems, items.length)
    },
  }
}
