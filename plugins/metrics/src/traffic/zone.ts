import { dayNumber } from './dates.ts'

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
