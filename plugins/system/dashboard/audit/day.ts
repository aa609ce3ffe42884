/** A day in the local time zone, `2026-01-31`. */
export type Day = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Local midnight at the start of a day, `later` days later; undefined for invalid days. */
function midnight(day: Day, later = 0): Date | undefined {
  const [, year, month, date] = (dayPattern.exec(day) ?? []).map(Number)
  if (year === undefined || month === undefined || date === undefined || year < 1970) return undefined
  const found = new Date(year, month - 1, date)
  if (found.getMonth() !== month - 1 || found.getDate() !== date) return undefined
  return new Date(year, month - 1, date + later)
}

export const isDay = (text: string | undefined): text is Day => text !== undefined && midnight(text) !== undefined

const rfc3339 = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')

/** The first second of a day. */
export function startOf(day: Day): string | undefined {
  const start = midnight(day)
  return start && rfc3339(start)
}

/** The last second of a day; days with a DST change are shorter or longer. */
export function endOf(day: Day): string | undefined {
  const next = midnight(day, 1)
  return next && rfc3339(new Date(next.getTime() - 1000))
}

/** The local day `ago` days before `now`. */
export function dayOf(now: number, ago = 0): Day {
  const at = new Date(now)
  at.setDate(at.getDate() - ago)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
