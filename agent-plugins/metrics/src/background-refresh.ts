/**
 * Returns the latest value at once and fetches a new one in the background, at most every `everyMs`. Returns `initial`
 * until the first fetch completes.
 */
export function makeBackgroundRefresh<T>(
  fetchValue: () => Promise<T>,
  initial: T,
  everyMs: number,
  now: () => number,
): () => T {
  let value = initial
  let isFetching = false
  let nextAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!isFetching && now() >= nextAt) {
      isFetching = true
      fetchValue()
        .then((found) => {
          value = found
        })
        .catch(() => {})
        .finally(() => {
          isFetching = false
          nextAt = now() + everyMs
        })
    }
    return value
  }
}
