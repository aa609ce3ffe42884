/** Seconds since the epoch of a clock reading in milliseconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** RFC 3339 with `Z` of seconds since the epoch, without a fraction. */
export const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const instant = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/

/** A day that its month has: `Date` takes 30 February for 2 March. */
const isDay = (date: string): boolean => {
  const midnight = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

/** Seconds since the epoch of an RFC 3339 instant with offset; `undefined` when the text is none. */
export const fromTimestamp = (text: string): number | undefined => {
  const [, date] = instant.exec(text) ?? []
  if (date === undefined || !isDay(date)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
