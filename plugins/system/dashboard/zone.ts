/** The zone that times are shown in: `Europe/Berlin`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** `2026-01-31 12:00:00 UTC` */
export const inUtc = (at: string): string => at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')
