import { Field, Select, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Lifetime, lifetimes } from './block-draft.ts'

/** Selects after which time a block expires. `unchanged` is the label of the option that keeps the current expiry. */
export function LifetimeField<T extends Lifetime | 'unchanged'>(props: {
  value: T
  onChange: (value: T) => void
  unchanged?: string
  error: string | undefined
}): ReactNode {
  const { value, onChange, unchanged, error } = props
  const t = useT()
  return (
    <Field label={t('form.expires')} error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value as T)} className="w-full sm:w-64">
        {unchanged !== undefined && <option value="unchanged">{unchanged}</option>}
        {lifetimes.map((seconds) => (
          <option key={seconds} value={seconds}>
            {t(`after.${seconds}`)}
          </option>
        ))}
        <option value="never">{t('form.never')}</option>
      </Select>
    </Field>
  )
}
