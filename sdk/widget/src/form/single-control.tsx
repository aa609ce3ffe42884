import { type ReactNode, use } from 'react'
import { ColorControl } from './color-control.js'
import type { ControlProps } from './control.js'
import type { FieldKind } from './describe-field.js'
import { choiceText, FormContext } from './form-context.js'
import { MetricControl } from './metric-control.js'
import { ServerSelect } from './server-select.js'

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The control of one value. */
export function SingleControl(
  props: ControlProps & {
    field: Exclude<FieldKind, { kind: 'array' | 'object' }>
    /** of the field, as its schema gives it */
    label: string | undefined
  },
): ReactNode {
  const { field, label, ...rest } = props
  const form = use(FormContext)
  const { id, value, isOptional, describedBy, onChange, onBlur } = rest
  const marks = { id, onBlur, 'aria-invalid': describedBy !== undefined, 'aria-describedby': describedBy }
  switch (field.kind) {
    case 'boolean':
      return (
        <input
          {...marks}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'number':
      return (
        <input
          {...marks}
          type="number"
          min={field.min}
          max={field.max}
          step={field.whole ? 1 : 'any'}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )
    case 'enum':
      return (
        <select
          {...marks}
          value={textOf(value)}
          onChange={({ target }) => onChange(field.values.find((one) => String(one) === target.value))}
        >
          {(isOptional || value === undefined) && <option value="">–</option>}
          {field.values.map((one) => (
            <option key={one} value={one}>
              {choiceText(form, label, one)}
            </option>
          ))}
        </select>
      )
    case 'serverId':
      return <ServerSelect {...rest} />
    case 'metricPath':
      return <MetricControl {...rest} />
    case 'color':
      return <ColorControl {...rest} />
    case 'text':
      if (field.isLong) {
        return (
          <textarea
            {...marks}
            rows={8}
            value={textOf(value)}
            onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
          />
        )
      }
      return (
        <input
          {...marks}
          type="text"
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
        />
      )
    case 'duration':
      return (
        <input
          {...marks}
          type="text"
          value={textOf(value)}
          placeholder="15m"
          onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
        />
      )
    case 'other':
      return (
        <textarea
          {...marks}
          rows={3}
          spellCheck={false}
          defaultValue={value === undefined ? '' : JSON.stringify(value, null, 2)}
          onChange={({ target }) => onChange(parsed(target.value))}
        />
      )
  }
}

/** JSON where it is, else the text itself: the schema says whether that is right. */
function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
