import { Field, Input, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** A number of minutes. */
export function MinutesField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error: string | undefined
  /** what is counted; default: minutes */
  unit?: string
}): ReactNode {
  const { label, value, onChange, hint, error, unit } = props
  const t = useT()
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex items-center gap-1.5">
        <Input
          value={value}
          onChange={({ target }) => onChange(target.value)}
          inputMode="numeric"
          autoComplete="off"
          className="figures min-w-0 max-w-32 flex-1"
        />
        <span className="shrink-0 text-muted text-sm">{unit ?? t('rule.minutes')}</span>
      </div>
    </Field>
  )
}
