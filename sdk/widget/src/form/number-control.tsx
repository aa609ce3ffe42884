import { type ReactNode, useState } from 'react'
import type { ControlProps } from './control.ts'
import type { FieldKind } from './describe-field.ts'

/** A number field. It may be empty while typing; the default reappears on blur. */
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
