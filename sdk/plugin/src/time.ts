/** Seconds since the epoch of a clock reading in milliseconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** RFC 3339 with `Z` of seconds since the epoch, without a fraction. */
export const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** Seconds since the epoch of an RFC 3339 instant with offset; `undefined` when the text is none. */
export const fromTimestamp = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
