import { type AbsoluteRange, maxSeconds, minSeconds } from './range.ts'

/** Formats epoch seconds for `<input type="datetime-local">`: local time, minute precision. */
export function formatLocal(at: number): string {
  const moment = new Date(at * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Parses the value of `<input type="datetime-local">` to epoch seconds; undefined if invalid. */
export function parseLocal(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return undefined
  const at = Date.parse(text) / 1000
  return Number.isFinite(at) ? Math.floor(at / 60) * 60 : undefined
}

/** Error keys by field. */
export interface RangeErrors {
  readonly from?: string
  readonly to?: string
}

/** Parses the form to a range, or returns its errors. An end in the future is clamped to now. */
export function parseForm(from: string, to: string, now: number): AbsoluteRange | RangeErrors {
  const start = parseLocal(from)
  const end = parseLocal(to)
  const unreadable = {
    ...(start === undefined ? { from: 'needed' } : {}),
    ...(end === undefined ? { to: 'needed' } : {}),
  }
  if (start === undefined || end === undefined) return unreadable
  if (start > now) return { from: 'future' }
  if (end <= start) return { to: 'order' }
  const last = Math.min(end, Math.ceil(now / 60) * 60)
  if (last - start < minSeconds) return { to: 'short' }
  if (last - start > maxSeconds) return { from: 'long' }
  return { from: start, to: last }
}

export const isSpan = (read: AbsoluteRange | RangeErrors): read is AbsoluteRange => typeof read.from === 'number'

/** Calendar ranges in local time. */
export function calendarSpans(now: number): readonly { readonly name: string; readonly span: AbsoluteRange }[] {
  const moment = new Date(now * 1000)
  const [year, month, day] = [moment.getFullYear(), moment.getMonth(), moment.getDate()]
  const at = (...parts: [number, number, number]) => new Date(...parts).getTime() / 1000
  const end = Math.ceil(now / 60) * 60
  const today = at(year, month, day)
  const weekday = (moment.getDay() + 6) % 7
  return [
    { name: 'today', span: { from: today, to: end } },
    { name: 'yesterday', span: { from: at(year, month, day - 1), to: today } },
    { name: 'thisWeek', span: { from: at(year, month, day - weekday), to: end } },
    { name: 'thisMonth', span: { from: at(year, month, 1), to: end } },
    { name: 'lastMonth', span: { from: at(year, month - 1, 1), to: at(year, month, 1) } },
  ].filter(({ span }) => span.to - span.from >= minSeconds)
}
