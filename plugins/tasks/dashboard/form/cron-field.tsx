import { Field, Input, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { SchedulePreview } from '@svc/plugin-tasks/contract'
import { type ReactNode, useDeferredValue } from 'react'
import { useCronWords } from './cron-words.ts'

/** A schedule, in words and with its next five runs. */
export function CronField(props: {
  value: string
  onChange: (cron: string) => void
  error: string | undefined
}): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const format = useFormat()
  const cron_expression = useDeferredValue(value.trim())
  const words = useCronWords(cron_expression)
  const isComplete = cron_expression.split(/\s+/).length === 6
  const { data } = useApi<SchedulePreview>('/api/task-schedule', {
    search: { cron_expression },
    enabled: isComplete,
  })
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('form.cron')} hint={t('form.cronHint')} error={error}>
        <Input
          value={value}
          onChange={({ target }) => onChange(target.value)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div aria-live="polite" className="rounded-md bg-accent-soft px-3 py-2.5 text-sm empty:hidden">
        {words && <p className="font-medium">{words}</p>}
        {isComplete && data && (
          <p className="figures mt-1 text-muted text-xs">
            {t('form.nextRuns', {
              timezone: data.timezone,
              runs: data.next_runs.map((at) => format.dateTime(at)).join(' · '),
            })}
          </p>
        )}
      </div>
    </div>
  )
}
