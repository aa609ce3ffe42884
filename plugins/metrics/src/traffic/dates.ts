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
