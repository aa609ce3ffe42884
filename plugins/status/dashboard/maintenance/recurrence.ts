import type { Format, Translate } from '@svc/dashboard-sdk'

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export const frequencies = ['none', 'DAILY', 'WEEKLY', 'MONTHLY', 'custom'] as const

/** How a window repeats, as the form has it. */
export interface Recurrence {
  readonly repeats: (typeof frequencies)[number]
  /** every so many days, weeks or months */
  readonly interval: string
  /** of weekly windows */
  readonly days: readonly Weekday[]
  /** monthly windows: on the same day of the month, or on the same weekday of the same week */
  readonly monthlyBy: 'date' | 'weekday'
  /** last day; empty: forever */
  readonly until: string
  /** an RRULE that the form cannot show */
  readonly custom: string
}

export const noRecurrence: Recurrence = {
  repeats: 'none',
  interval: '1',
  days: [],
  monthlyBy: 'date',
  until: '',
  custom: '',
}

/** Day of the month, its weekday, and which one of these in the month it is; -1 for the last. */
function placeOf(localStart: string): { day: number; weekday: Weekday; nth: number } {
  const date = new Date(`${localStart.slice(0, 10)}T00:00:00Z`)
  const day = date.getUTCDate()
  const weekday = weekdays[(date.getUTCDay() + 6) % 7] ?? 'MO'
  const nth = Math.ceil(day / 7)
  return { day, weekday, nth: nth > 4 ? -1 : nth }
}

/** The weekday of a local time. */
export const weekdayOf = (localStart: string): Weekday => placeOf(localStart).weekday

/** The RRULE for a window that begins at a local time; null: once. */
export function toRule(recurrence: Recurrence, localStart: string): string | null {
  const { repeats, interval, days, monthlyBy, until, custom } = recurrence
  if (repeats === 'none') return null
  if (repeats === 'custom') return custom.trim() || null
  const { day, weekday, nth } = placeOf(localStart)
  const chosen = weekdays.filter((one) => days.includes(one))
  return [
    `FREQ=${repeats}`,
    Number(interval) > 1 && `INTERVAL=${Number(interval)}`,
    repeats === 'WEEKLY' && `BYDAY=${chosen.length > 0 ? chosen.join(',') : weekday}`,
    repeats === 'MONTHLY' && (monthlyBy === 'date' ? `BYMONTHDAY=${day}` : `BYDAY=${nth}${weekday}`),
    until && `UNTIL=${until.replaceAll('-', '')}T235959Z`,
  ]
    .filter(Boolean)
    .join(';')
}

const partsOf = (rule: string): Map<string, string> =>
  new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))

const simple = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL'])

/** An RRULE as the form shows it; `custom` if it has more than the form can say. */
export function fromRule(rule: string | null): Recurrence {
  if (rule === null) return noRecurrence
  const custom: Recurrence = { ...noRecurrence, repeats: 'custom', custom: rule }
  const parts = partsOf(rule)
  const frequency = parts.get('FREQ')
  const byDay = parts.get('BYDAY')?.split(',') ?? []
  if ([...parts.keys()].some((name) => !simple.has(name))) return custom
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)T235959Z$/.exec(parts.get('UNTIL') ?? '') ?? []
  if (parts.has('UNTIL') && year === undefined) return custom
  const known: Recurrence = {
    ...noRecurrence,
    interval: parts.get('INTERVAL') ?? '1',
    until: year === undefined ? '' : `${year}-${month}-${day}`,
  }
  if (frequency === 'DAILY' && byDay.length === 0 && !parts.has('BYMONTHDAY')) return { ...known, repeats: 'DAILY' }
  if (frequency === 'WEEKLY' && byDay.length > 0 && byDay.every((one) => weekdays.includes(one as Weekday)))
    return { ...known, repeats: 'WEEKLY', days: byDay as Weekday[] }
  if (frequency === 'MONTHLY' && byDay.length === 0 && /^\d+$/.test(parts.get('BYMONTHDAY') ?? ''))
    return { ...known, repeats: 'MONTHLY' }
  if (frequency === 'MONTHLY' && byDay.length === 1 && /^(?:-1|[1-4])[A-Z]{2}$/.test(byDay[0] ?? ''))
    return { ...known, repeats: 'MONTHLY', monthlyBy: 'weekday' }
  return custom
}

/** Monday the 1st of January 2024, and the days after it. */
export const weekdayName = (locale: string, day: Weekday, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))),
  )

/** How a window repeats, in words. */
export function recurrenceText(rule: string | null, t: Translate, format: Format): string {
  const { repeats, interval, days, monthlyBy, until, custom } = fromRule(rule)
  const count = Number(interval)
  if (repeats === 'none') return t('recurrence.once')
  if (repeats === 'custom') return custom
  const parts = partsOf(rule ?? '')
  const [, nth = '', day = ''] = /^(-?\d)([A-Z]{2})$/.exec(parts.get('BYDAY') ?? '') ?? []
  const words = {
    DAILY: () => t('recurrence.daily', { count }),
    WEEKLY: () =>
      t('recurrence.weekly', { count, days: format.list(days.map((one) => weekdayName(format.locale, one))) }),
    MONTHLY: () =>
      monthlyBy === 'date'
        ? t('recurrence.monthlyDate', { count, day: parts.get('BYMONTHDAY') })
        : t('recurrence.monthlyWeekday', {
            ...{ count, nth: t(`recurrence.nth.${nth === '-1' ? 'last' : nth}`) },
            day: weekdayName(format.locale, day as Weekday),
          }),
  }[repeats]()
  return until ? t('recurrence.until', { words, date: format.date(until) }) : words
}
