/** Formats epoch seconds as an RFC 3339 time, as the API does; empty for an invalid time. */
export function toIsoTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

/** Formats an RFC 3339 time of the API in UTC: `2026-01-31 12:00:00 UTC`. */
export const formatUtc = (at: string): string => at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')
