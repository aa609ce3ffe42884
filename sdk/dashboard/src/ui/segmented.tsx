import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '../cn.ts'

/** A segmented control. With `iconOnly`, labels are for screen readers only. */
export function Segmented<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  /** the accessible name */
  label: string
  options: readonly { value: T; label: string; icon?: LucideIcon }[]
  iconOnly?: boolean
  className?: string
}): ReactNode {
  const { value, onChange, label, options, iconOnly = false, className } = props
  const name = useId()
  // Optimistic: a value in the URL arrives with a delay.
  const [shown, setShown] = useState({ of: value, chosen: value })
  if (shown.of !== value) setShown({ of: value, chosen: value })
  const choose = (chosen: T) => {
    setShown({ of: value, chosen })
    onChange(chosen)
  }
  return (
    <fieldset className={cn('inline-flex h-8.5 rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const Icon = option.icon
        return (
          <label
            key={option.value}
            data-tip={iconOnly ? option.label : undefined}
            // The hidden input is positioned: without this it would widen a page whose options scroll.
            className="relative inline-flex cursor-pointer select-none items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted text-xs transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-panel has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === shown.chosen}
              onChange={() => choose(option.value)}
              className="sr-only"
            />
            {Icon && <Icon className="size-4" aria-hidden />}
            <span className={iconOnly ? 'sr-only' : undefined}>{option.label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
