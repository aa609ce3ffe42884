/**
 * Calendar dates as day numbers since 1970-01-01. They denote days rather than instants, so they have no time zone and the
 * next day is always one more.
 */
export const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month, day) / 86_400_000

export const toDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Parses a date such as 2026-01-31; undefined if invalid. */
export const fromDate = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const day = Date.parse(`${text}T00:00:00Z`) / 86_400_000
  // some engines parse February 31 as a day in March
  return Number.isInteger(day) && toDate(day) === text ? day : undefined
}

/** A time zone. Days are numbers as in `dates.ts`; instants are epoch seconds. */
export interface Zone {
  /** IANA name */
  readonly name: string
  dayOf(seconds: number): number
  /** first second of a day; days with a DST change have 23 or 25 hours */
  startOf(day: number): number
}

const epoch = Temporal.PlainDate.from('1970-01-01')

/** Creates the zone with this IANA name. */
export const makeZone = (name: string): Zone => ({
  name,
  dayOf(seconds) {
    const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(name)
    return dayNumber(year, month - 1, day)
  },
  startOf: (day) => Math.ceil(epoch.add({ days: day }).toZonedDateTime(name).epochMilliseconds / 1000),
})
