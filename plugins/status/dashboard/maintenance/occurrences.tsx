import { useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { SchedulePreview } from '@svc/plugin-status/contract'
import { type ReactNode, useDeferredValue } from 'react'
import { schedulePath } from '../paths.ts'
import { draftErrors, type MaintenanceDraft, scheduleOf } from './maintenance-draft.ts'
import { recurrenceText } from './recurrence.ts'
import { useZonedFormat } from './use-zoned-format.ts'

/** A repeating window in words, and when it is open next, as the server computes it. */
export function Occurrences({ draft }: { draft: MaintenanceDraft }): ReactNode {
  const t = useT()
  const format = useFormat()
  const deferred = useDeferredValue(draft)
  const { start, end, interval, custom } = draftErrors(deferred)
  const schedule = scheduleOf(deferred)
  const enabled = deferred.repeats !== 'none' && schedule !== undefined && !(start || end || interval || custom)
  const { recurrence, ...times } = schedule ?? { recurrence: null }
  const { data, error } = useApi<SchedulePreview>(schedulePath, {
    search: { ...times, recurrence: recurrence ?? undefined },
    enabled,
  })
  const zoned = useZonedFormat(draft.timezone)
  if (!enabled) return null
  return (
    <div className="rounded-md bg-sunken px-3.5 py-3 text-sm" role="status">
      <p className="font-medium">{recurrenceText(recurrence, t, format)}</p>
      {data && !error && (
        <ul className="figures mt-1.5 text-muted text-xs leading-5">
          {data.occurrences.map(({ start_at, end_at }) => (
            <li key={start_at}>{zoned.span(start_at, end_at)}</li>
          ))}
        </ul>
      )}
      {error && <p className="mt-1 text-danger text-xs">{t('recurrence.invalid')}</p>}
    </div>
  )
}
