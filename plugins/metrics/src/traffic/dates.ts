/**
 * Calendar dates as whole numbers: days since 1970-01-01. They name days, not instants, so they have no time zone, and
 * the day after is always one more.
 */
export const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month, day) / 86_400_000

export const toDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Undefined when the text is no date such as 2026-01-31. */
export const fromDate = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const day = Date.parse(`${text}T00:00:00Z`) / 86_400_000
  // 31 February parses in some engines, as a day in March
  return Number.isInteger(day) && toDate(day) === text ? day : undefined
}
