/** Dates are strings such as `2026-01-31`, in the time zone of traffic days. */
const dayMs = 86_400_000

const toDayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const addDays = (date: string, days: number): string =>
  new Date((toDayNumber(date) + days) * dayMs).toISOString().slice(0, 10)

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => toDayNumber(to) - toDayNumber(from)

/** Where charts draw a day, in epoch seconds: local midnight, so that axis labels match. */
export const chartTime = (date: string): number => new Date(`${date}T00:00:00`).getTime() / 1000

interface Bytes {
  readonly bytes_in: number
  readonly bytes_out: number
}

/** The last `count` days up to `today`, filling in days without traffic, which the API omits. */
export function lastDays(rows: readonly (Bytes & { readonly date: string })[], today: string, count: number) {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(today, index - count + 1)
    return byDate.get(date) ?? { date, bytes_in: 0, bytes_out: 0 }
  })
}

/** Returns the date of an instant (seconds) in a time zone; falls back to UTC for zones unknown to the browser. */
function makeDateOf(timeZone: string): (seconds: number) => string {
  const options = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  } as const
  const make = (zone: string) => new Intl.DateTimeFormat('en-CA', { ...options, timeZone: zone })
  let format: Intl.DateTimeFormat
  try {
    format = make(timeZone)
  } catch {
    format = make('UTC')
  }
  return (seconds) => {
    const parts = Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  }
}

const hourSeconds = 3600

/**
 * The hours of the current day so far with their traffic, and the end of the day. Traffic is booked by UTC hours; in zones
 * with a half-hour offset they start in the middle of local hours.
 */
export function hoursOfToday(rows: readonly (Bytes & { readonly hour: string })[], timeZone: string, now: number) {
  const dateOf = makeDateOf(timeZone)
  const today = dateOf(now)
  const running = Math.floor(now / hourSeconds) * hourSeconds
  const isToday = (hour: number) => dateOf(hour) === today
  let first = running
  while (isToday(first - hourSeconds)) first -= hourSeconds
  let end = running + hourSeconds
  while (isToday(end)) end += hourSeconds
  const byTime = new Map(rows.map((row) => [Date.parse(row.hour) / 1000, row]))
  const hours = []
  for (let at = first; at <= running; at += hourSeconds) {
    const { bytes_in = 0, bytes_out = 0 } = byTime.get(at) ?? {}
    hours.push({ at, bytes_in, bytes_out })
  }
  return { hours, first, end }
}
