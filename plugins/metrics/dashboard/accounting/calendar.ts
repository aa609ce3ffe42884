/** Dates are calendar days such as `2026-01-31`, of the time zone that days of traffic are in. */
const dayMs = 86_400_000

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const addDays = (date: string, days: number): string =>
  new Date((numberOf(date) + days) * dayMs).toISOString().slice(0, 10)

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** Seconds since the epoch at which charts draw a day: its beginning here, so that the axis names it everywhere. */
export const chartTime = (date: string): number => new Date(`${date}T00:00:00`).getTime() / 1000

interface Bytes {
  readonly bytes_in: number
  readonly bytes_out: number
}

/** The last `count` days up to `today`; the API leaves out days that had no traffic. */
export function lastDaysOf(rows: readonly (Bytes & { readonly date: string })[], today: string, count: number) {
  const known = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(today, index - count + 1)
    return known.get(date) ?? { date, bytes_in: 0, bytes_out: 0 }
  })
}

/** Which day an instant (seconds) belongs to in a zone; in UTC when the browser does not know the zone. */
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
 * The hours of the day that `now` (seconds) is in: those so far with their traffic, and where the day ends. Hours are
 * those of UTC, which is how they are booked; in zones that are half an hour off they begin inside of the day.
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
  const known = new Map(rows.map((row) => [Date.parse(row.hour) / 1000, row]))
  const hours = []
  for (let at = first; at <= running; at += hourSeconds) {
    const { bytes_in = 0, bytes_out = 0 } = known.get(at) ?? {}
    hours.push({ at, bytes_in, bytes_out })
  }
  return { hours, first, end }
}
