import { cn } from '@svc/dashboard-sdk'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** Radio buttons with descriptions. */
export function RadioCards<T extends string>(props: {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { readonly value: T; readonly icon: LucideIcon; readonly title: string; readonly text: string }[]
}): ReactNode {
  const { label, value, onChange, options } = props
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ value: option, icon: Icon, title, text }) => (
          <label
            key={option}
            className={cn(
              'flex cursor-pointer items-start gap-2.5 rounded-md border border-line-strong px-3 py-2.5 transition-colors hover:border-muted',
              'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              aria-describedby={`${id}-${option}`}
              className="sr-only"
            />
            <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{title}</span>
              <span id={`${id}-${option}`} className="mt-0.5 block text-muted text-xs">
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
