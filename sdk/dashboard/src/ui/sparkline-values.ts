const fewest = 20
const most = 60

/**
 * The newest values for a small line that ends at the right: at most 60, and at least 20 with nothing on the left, so
 * that the first values already make a line.
 */
export function sparklineValues(values: readonly (number | null)[]): readonly (number | null)[] {
  const newest = values.slice(-most)
  const missing = Math.max(0, fewest - newest.length)
  return [...Array.from({ length: missing }, () => null), ...newest]
}
