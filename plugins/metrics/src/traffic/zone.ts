import { dayNumber } from './dates.ts'

/** A time zone. Days are numbers as in `dates.ts`; instants are epoch seconds. */
export interface Zone {
  /** IANA name */
  readonly name: string
  dayOf(seconds: number): number
  /** first second of a day; days with a DST change have 23 or 25 hours */
  startOf(day: number): number
}

/** UTC offsets are between -12 and +14 hours; historical ones slightly exceed that. */
const maxOffsetSeconds = 16 * 3600

/** Creates the zone with this IANA name. */
export function makeZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const dayOf = (seconds: number): number => {
    const [month, day, year] = format.format(seconds * 1000).split('/')
    return dayNumber(Number(year), Number(month) - 1, Number(day))
  }
  return {
    name: timeZone,
    dayOf,
    startOf(day) {
      let before = day * 86_400 - maxOffsetSeconds
      let within = day * 86_400 + maxOffsetSeconds
      while (within - before > 1) {
        const middle = Math.floor((before + within) / 2)
        if (dayOf(middle) < day) before = middle
        else within = middle
      }
      return within
    },
  }
}
