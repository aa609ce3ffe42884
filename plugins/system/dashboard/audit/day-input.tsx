import { Input } from '@svc/dashboard-sdk'
import { type ReactNode, useId, useState } from 'react'
import { type Day, isDay } from './day.ts'

/** Date input. Incomplete dates stay in the field without calling `onChange`. */
export function DayInput(props: {
  label: string
  value: Day | undefined
  onChange: (day: Day | undefined) => void
}): ReactNode {
  const { label, value = '', onChange } = props
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // The value changed from outside (a preset, the back button).
  if (value !== lastValue) {
    setLastValue(value)
    setTyped(value)
  }
  return (
    <div className="flex min-w-0 items-center gap-2 text-muted text-sm max-md:flex-1 max-md:first-of-type:basis-full">
      <label htmlFor={id} className="shrink-0 max-md:w-10">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        min="1970-01-01"
        max="9999-12-31"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' || isDay(target.value)) onChange(target.value || undefined)
        }}
        className="h-8.5 min-w-0 px-2 text-sm md:w-36"
      />
    </div>
  )
}
