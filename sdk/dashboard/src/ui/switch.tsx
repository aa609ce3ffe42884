import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A switch for settings that take effect immediately. */
export function Switch(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  /** the accessible name */
  label: string
  disabled?: boolean
}): ReactNode {
  const { checked, onChange, label, disabled = false } = props
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      // `disabled` would take the focus away while a change is saved.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : () => onChange(!checked)}
      className={cn(
        'relative h-5 w-9 shrink-0 rounded-full border transition-colors aria-disabled:opacity-50',
        checked ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        className={cn(
          'absolute top-[2px] left-[2px] size-3.5 rounded-full transition-transform',
          checked ? 'translate-x-4 bg-on-accent' : 'bg-muted',
        )}
      />
    </button>
  )
}
