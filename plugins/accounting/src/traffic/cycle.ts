import { dayNumber, toDate } from './calendar.ts'

/** First and last day of a billing cycle, both inclusive. */
export interface Cycle {
  readonly start: number
  readonly end: number
}

/** Billing of a server. Unknown cycles count as monthly; start days are clamped to 1–28. */
export interface CycleRule {
  readonly cycle: string
  readonly startDay: number
}

const months = (cycle: string) => (cycle === 'yearly' ? 12 : cycle === 'quarterly' ? 3 : 1)
const clampStartDay = (startDay: number) => Math.min(28, Math.max(1, Math.trunc(startDay)))

/** The cycle that contains a day. Quarters start in January, April, July and October, years in January. */
export function cycleOf({ cycle, startDay }: CycleRule, day: number): Cycle {
  const length = months(cycle)
  const from = clampStartDay(startDay)
  const date = new Date(day * 86_400_000)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  const begins = (index: number) => dayNumber(Math.floor(index / 12), index % 12, from)
  const nearest = month - (month % length)
  const first = begins(nearest) <= day ? nearest : nearest - length
  return { start: begins(first), end: begins(first + length) - 1 }
}

/** The last cycles, the current one first. */
export function lastCycles(rule: CycleRule, today: number, count: number): Cycle[] {
  const cycles: Cycle[] = []
  for (let day = today; cycles.length < count; day = (cycles.at(-1) as Cycle).start - 1) cycles.push(cycleOf(rule, day))
  return cycles
}

/** The name of a cycle after its first day: `2026-05`, `2026-Q2` or `2026`. */
export function periodOf({ cycle }: CycleRule, { start }: Cycle): string {
  const [year = '', month = ''] = toDate(start).split('-')
  if (cycle === 'yearly') return year
  return cycle === 'quarterly' ? `${year}-Q${Math.ceil(Number(month) / 3)}` : `${year}-${month}`
}
