const minLength = 20
const maxLength = 60

/** The newest values for a sparkline: up to 60, padded with null to at least 20 so that it always ends at the right edge. */
export function sparklineValues(values: readonly (number | null)[]): readonly (number | null)[] {
  const newest = values.slice(-maxLength)
  const missing = Math.max(0, minLength - newest.length)
  return [...Array.from({ length: missing }, () => null), ...newest]
}
