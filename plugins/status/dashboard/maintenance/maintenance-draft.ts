import type { Maintenance, MaintenanceInput } from '@svc/plugin-status/contract'
import { fromRule, noRecurrence, type Recurrence, toRule } from './recurrence.ts'
import { fromZoned, toZoned } from './zoned-time.ts'

/** A maintenance window being edited. */
export interface MaintenanceDraft extends Recurrence {
  readonly title: string
  readonly description: string
  /** local times in `timezone`, as `<input type="datetime-local">` has them */
  readonly start: string
  readonly end: string
  readonly timezone: string
  readonly scope: 'all' | 'chosen'
  readonly servers: readonly string[]
  readonly isPublic: boolean
  readonly active: boolean
}

const hour = 3_600_000

/** A window of two hours from the next full hour; `now` in milliseconds. */
export function newDraft(now: number, timezone: string): MaintenanceDraft {
  const start = Math.ceil(now / hour) * hour
  return {
    ...noRecurrence,
    ...{ title: '', description: '', start: toZoned(start, timezone), end: toZoned(start + 2 * hour, timezone) },
    ...{ timezone, scope: 'all', servers: [], isPublic: true, active: true },
  }
}

export const toDraft = (window: Maintenance): MaintenanceDraft => ({
  ...fromRule(window.recurrence),
  title: window.title,
  description: window.description ?? '',
  start: toZoned(window.start_at, window.timezone),
  end: toZoned(window.end_at, window.timezone),
  timezone: window.timezone,
  scope: window.all_servers ? 'all' : 'chosen',
  servers: window.server_ids,
  isPublic: window.is_public,
  active: window.active,
})

/** The times of a draft, as requests have them; undefined while they are incomplete. */
export function scheduleOf(draft: MaintenanceDraft) {
  const start_at = fromZoned(draft.start, draft.timezone)
  const end_at = fromZoned(draft.end, draft.timezone)
  if (start_at === undefined || end_at === undefined) return undefined
  return { start_at, end_at, timezone: draft.timezone, recurrence: toRule(draft, draft.start) }
}

export const toInput = (draft: MaintenanceDraft): MaintenanceInput => ({
  title: draft.title.trim(),
  description: draft.description.trim() || null,
  ...(scheduleOf(draft) as NonNullable<ReturnType<typeof scheduleOf>>),
  server_ids_json: draft.scope === 'all' ? null : [...draft.servers],
  is_public: draft.isPublic,
  active: draft.active,
})

/** Text keys of validation errors, by field. */
export function draftErrors(draft: MaintenanceDraft): Partial<Record<keyof MaintenanceDraft, string>> {
  const schedule = scheduleOf(draft)
  const isWhole = /^\d{1,3}$/.test(draft.interval.trim()) && Number(draft.interval) > 0
  return {
    ...(draft.title.trim() === '' && { title: 'maintenance.titleRequired' }),
    ...(!fromZoned(draft.start, draft.timezone) && { start: 'maintenance.timeRequired' }),
    ...(!fromZoned(draft.end, draft.timezone) && { end: 'maintenance.timeRequired' }),
    ...(schedule && schedule.end_at <= schedule.start_at && { end: 'maintenance.endBeforeStart' }),
    ...(draft.repeats !== 'none' &&
      draft.repeats !== 'custom' &&
      !isWhole && { interval: 'maintenance.intervalRange' }),
    ...(draft.repeats === 'custom' && draft.custom.trim() === '' && { custom: 'maintenance.ruleRequired' }),
    ...(draft.scope === 'chosen' && draft.servers.length === 0 && { servers: 'maintenance.serversRequired' }),
  }
}
