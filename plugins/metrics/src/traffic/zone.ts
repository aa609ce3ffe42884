import { dayNumber } from './dates.ts'

/** Which day it is somewhere. Days are numbers of `dates.ts`; instants are epoch seconds. */
export interface Zone {
  /** its IANA name */
  readonly name: string
  dayOf(seconds: number): number
  /** the first second of a day; days have 23 or 25 hours when clocks are changed */
  startOf(day: number): number
}

/** Time zones are at most 14 hours ahead of UTC and 12 behind it; the middle of the past was not always so exact. */
const farthest = 16 * 3600

/** The days of an IANA time zone. */
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
      let before = day * 86_400 - farthest
      let within = day * 86_400 + farthest
      while (within - before > 1) {
        const middle = Math.floor((before + within) / 2)
        if (dayOf(middle) < day) before = middle
        else within = middle
      }
      return within
    },
  }
}
