/**
 * A value that takes long to find out: answers at once with the last one known and looks for a newer one in the
 * background, at most every `everyMs`. `initial` until the first is there.
 */
export function refreshed<T>(find: () => Promise<T>, initial: T, everyMs: number, now: () => number): () => T {
  let value = initial
  let isLooking = false
  let nextAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!isLooking && now() >= nextAt) {
      isLooking = true
      find()
        .then((found) => {
          value = found
        })
        .catch(() => {})
        .finally(() => {
          isLooking = false
          nextAt = now() + everyMs
        })
    }
    return value
  }
}
