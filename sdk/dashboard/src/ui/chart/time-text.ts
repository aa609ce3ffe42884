import type { TimeTicks } from './time-ticks.ts'

type Style = Intl.DateTimeFormatOptions

const made = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, name: string, style: Style): Intl.DateTimeFormat {
  const key = `${locale} ${name}`
  let formatter = made.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...style })
    made.set(key, formatter)
  }
  return formatter
}

const clock: Style = { hour: '2-digit', minute: '2-digit' }
const exact: Style = { ...clock, second: '2-digit' }
const day: Style = { month: 'short', day: 'numeric' }
const styles = {
  clock,
  exact,
  clockZone: { ...clock, timeZoneName: 'short' },
  exactZone: { ...exact, timeZoneName: 'short' },
  day,
  dayYear: { ...day, year: 'numeric' },
  month: { month: 'short' },
  monthYear: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
  weekday: { ...day, year: 'numeric', weekday: 'short' },
  moment: { ...day, ...clock, year: 'numeric', timeZoneName: 'short' },
  momentExact: { ...day, ...exact, year: 'numeric', timeZoneName: 'short' },
} satisfies Record<string, Style>

function write(locale: string, style: keyof typeof styles, seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '–' : formatter(locale, style, styles[style]).format(date)
}

/** Date and time with the browser's time zone; seconds only if not zero. */
export const momentText = (locale: string, seconds: number): string =>
  write(locale, seconds % 60 === 0 ? 'moment' : 'momentExact', seconds)

/** A time range; common parts are not repeated. */
export function spanText(locale: string, from: number, to: number): string {
  const [start, end] = [new Date(from * 1000), new Date(to * 1000)]
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return '–'
  const style = from % 60 === 0 && to % 60 === 0 ? 'moment' : 'momentExact'
  return formatter(locale, style, styles[style]).formatRange(start, end)
}

/** A day with weekday and year. */
export const dayText = (locale: string, seconds: number): string => write(locale, 'weekday', seconds)

/** Whether all times are midnights of the browser's zone, as those of daily bars are. */
export const allMidnights = (times: readonly number[]): boolean =>
  times.every((time) => {
    const date = new Date(time * 1000)
    return date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  })

/** Seconds. */
const twiceWithin = 3 * 3600

/** Labels of the time axis: times, with the date at midnight; or days, with the year at its start. */
export function timeLabels(locale: string, { at, part }: TimeTicks): string[] {
  let before: Date | undefined
  const seen = new Map<string, number>()
  return at.map((seconds) => {
    const date = new Date(seconds * 1000)
    const label = write(locale, styleOf(part, date, before), seconds)
    before = date
    const earlier = seen.get(label)
    seen.set(label, seconds)
    // When clocks are set back, an hour repeats: add the time zone.
    const twice = earlier !== undefined && seconds - earlier < twiceWithin
    return twice ? write(locale, part === 'second' ? 'exactZone' : 'clockZone', seconds) : label
  })
}

function styleOf(part: TimeTicks['part'], date: Date, before: Date | undefined): keyof typeof styles {
  const newYear = before !== undefined && before.getFullYear() !== date.getFullYear()
  if (part === 'year') return 'year'
  if (part === 'month') return newYear || !before ? 'monthYear' : 'month'
  if (part === 'day') return newYear ? 'dayYear' : 'day'
  const midnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  if (midnight || (before !== undefined && before.getDate() !== date.getDate())) return 'day'
  return part === 'second' ? 'exact' : 'clock'
}
