import { Field, Input } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A single-line configuration field. */
export function TextField(props: {
  label: string
  hint?: ReactNode
  error: string | undefined
  value: unknown
  onValue: (value: string) => void
  placeholder?: string
}): ReactNode {
  const { label, hint, error, value, onValue, placeholder } = props
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        value={textOf(value)}
        onChange={({ target }) => onValue(target.value)}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
