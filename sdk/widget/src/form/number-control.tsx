import { type ReactNode, useState } from 'react'
import type { ControlProps } from './control.ts'
import type { FieldKind } from './describe-field.ts'

/** A number. While it is typed it may be none: the default that stands for none is shown once the field is left. */
export function NumberControl(props: ControlProps & { field: Extract<FieldKind, { kind: 'number' }> }): ReactNode {
  const { field, id, value, describedBy, onChange, onBlur } = props
  const [isEmpty, setEmpty] = useState(false)
  return (
    <input
      id={id}
      type="number"
      min={field.min}
      max={field.max}
      step={field.whole ? 1 : 'any'}
      value={isEmpty || typeof value !== 'number' ? '' : String(value)}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      onBlur={() => {
        setEmpty(false)
        onBlur()
      }}
      onChange={({ target }) => {
        setEmpty(target.value === '')
        onChange(target.value === '' ? undefined : target.valueAsNumber)
      }}
    />
  )
}
