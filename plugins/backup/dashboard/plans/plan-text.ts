import { useLanguage, useT } from '@svc/dashboard-sdk'
import type { Plan, PlanDestination, Schedule } from '../../src/plans/plan-schema.ts'

/** A Monday, to name the days of the week. */
const monday = Date.UTC(2024, 0, 1)

/** The name of a day of the week; 1 is Monday. */
export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(monday + (weekday - 1) * 86_400_000)

/** When a plan runs, in words. */
export function useScheduleText(): (schedule: Schedule) => string {
  const t = useT()
  const language = useLanguage()
  return ({ frequency, time, weekday, day }) =>
    t(`schedule.${frequency}`, { time, minute: time.slice(3), weekday: weekdayName(weekday, language), day })
}

/** Where a plan stores backups. */
export const placeText = (destination: PlanDestination): string =>
  destination.kind === 'directory'
    ? destination.path
    : [`${new URL(destination.endpoint).host}/${destination.bucket}`, destination.prefix].filter(Boolean).join('/')

/** What a plan keeps, in words. */
export function useKeepText(): (plan: Pick<Plan, 'keep_last' | 'keep_days'>) => string {
  const t = useT()
  return ({ keep_last, keep_days }) => {
    if (keep_last === null && keep_days === null) return t('keep.all')
    if (keep_last === null) return t('keep.days', { count: keep_days })
    if (keep_days === null) return t('keep.last', { count: keep_last })
    return t('keep.both', { count: keep_last, days: keep_days })
  }
}
