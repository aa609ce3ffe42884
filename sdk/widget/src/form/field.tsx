import { type ReactNode, use } from 'react'
import type { FieldKind } from './describe-field.ts'
import { FieldList } from './field-list.tsx'
import { type FieldProps, FormContext, pathKey } from './form-context.ts'
import { ListField } from './list-field.tsx'
import { SingleControl } from './single-control.tsx'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typed: readonly FieldKind['kind'][] = ['text', 'metricPath', 'color', 'duration']

/** Members of members that have fields of their own. A schema may contain itself, without end. */
const deepest = 5

/** One member of a configuration: its label, its control, and what is wrong with it. */
export function Field(props: FieldProps): ReactNode {
  const { description, label, value, path, onChange } = props
  const form = use(FormContext)
  const { fallback } = description
  const isTooDeep = description.field.kind === 'object' && path.length > deepest
  const field: FieldKind = isTooDeep ? { kind: 'other' } : description.field
  const shown = value === undefined ? fallback : value
  const id = `${form.id}-${pathKey(path)}`
  const problem = form.problemAt(path)
  const change = (next: unknown) => {
    form.touch(path)
    onChange(next)
  }
  const note = problem && (
    <p id={`${id}-problem`} className="svc-problem" role="alert">
      {problem}
    </p>
  )
  if (field.kind === 'object') {
    return (
      <fieldset className="svc-group">
        <legend>{label}</legend>
        <FieldList shape={field.shape} value={isObject(shown) ? shown : {}} path={path} onChange={change} />
        {note}
      </fieldset>
    )
  }
  if (field.kind === 'array') {
    return (
      <fieldset className="svc-group">
        <legend>{label}</legend>
        <ListField
          element={field.element}
          label={description.label}
          value={Array.isArray(shown) ? shown : []}
          path={path}
          onChange={change}
        />
        {note}
      </fieldset>
    )
  }
  const control = (
    <SingleControl
      field={field}
      label={description.label}
      id={id}
      value={shown}
      // A text is what was typed, also when nothing is left of it: the default would come back while it is deleted.
      isOptional={description.isOptional && !(typed.includes(field.kind) && fallback != null)}
      describedBy={problem ? `${id}-problem` : undefined}
      onChange={change}
      onBlur={() => form.touch(path)}
    />
  )
  return (
    <div className={field.kind === 'boolean' ? 'svc-field svc-check' : 'svc-field'}>
      <label htmlFor={id}>{label}</label>
      {control}
      {note}
    </div>
  )
}
