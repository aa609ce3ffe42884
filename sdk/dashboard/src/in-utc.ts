/** A moment that the API wrote, without the reader's zone: `2026-01-31 12:00:00 UTC`. */
export const formatUtc = (at: string): string => at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')
