/** The local time zone, such as `Europe/Berlin`. */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
