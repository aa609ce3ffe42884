/** The zone that times are shown in: `Europe/Berlin`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
