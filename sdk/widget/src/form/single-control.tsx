import { type ReactNode, use } from 'react'
import { ColorControl } from './color-control.tsx'
import type { ControlProps } from './control.ts'
import type { FieldKind } from './describe-field.ts'
import { choiceText, FormContext } from './form-context.ts'
import { IdSelect } from './id-select.tsx'
import { JsonControl } from './json-control.tsx'
import { MetricControl } from './metric-control.tsx'
import { NumberControl } from './number-control.tsx'

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The control of one value. */
export function SingleControl(
  props: ControlProps & {
    field: Exclude<FieldKind, { kind: 'array' | 'object' }>
    /** of the field, as given by its schema */
    label: string | undefined
  },
): ReactNode {
  const { field, label, ...rest } = props
  const form = use(FormContext)
  const { id, value, isOptional, describedBy, onChange, onBlur } = rest
  const inputProps = { id, onBlur, 'aria-invalid': describedBy !== undefined, 'aria-describedby': describedBy }
  switch (field.kind) {
    case 'boolean':
      return (
        <input
          {...inputProps}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'number':
      return <NumberControl {...rest} field={field} />
    case 'enum': {
      const isValidChoice = field.values.some((one) => one === value)
      return (
        <select
          {...inputProps}
          value={isValidChoice ? String(value) : ''}
          onChange={({ target }) => onChange(field.values.find((one) => String(one) === target.value))}
        >
          {(isOptional || !isValidChoice) && <option value="">–</option>}
          {field.values.map((one) => (
            <option key={String(one)} value={String(one)}>
              {choiceText(form, label, one)}
            </option>
          ))}
        </select>
      )
    }
    case 'serverId':
    case 'monitorId':
      return <IdSelect key={field.kind} kind={field.kind} {...rest} />
    case 'metricPath':
      return <MetricControl {...rest} />
    case 'color':
      return <ColorControl {...rest} />
    case 'text':
      if (field.isLong) {
        return (
          <textarea
            {...inputProps}
            rows={8}
            value={textOf(value)}
            onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
          />
        )
      }
      return (
        <input
          {...inputProps}
          type="text"
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
        />
      )
    case 'duration':
      return (
        <input
          {...inputProps}
          type="text"
          value={textOf(value)}
          placeholder="15m"
          onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
        />
      )
    case 'other':
      return <JsonControl {...rest} />
  }
}
