import { type ReactNode, use } from 'react'
import type { FieldKind } from './describe-field.ts'
import { FieldList } from './field-list.tsx'
import { type FieldProps, FormContext, pathKey } from './form-context.ts'
import { ListField } from './list-field.tsx'
import { SingleControl } from './single-control.tsx'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textKinds: readonly FieldKind['kind'][] = ['text', 'metricPath', 'color', 'duration']

/** Deeper objects are edited as JSON, because schemas may be recursive. */
const maxDepth = 5

/** One member of a configuration: label, control and validation error. */
export function Field(props: FieldProps): ReactNode {
  const { description, label, value, path, onChange } = props
  const form = use(FormContext)
  const { fallback } = description
  const isTooDeep = description.field.kind === 'object' && path.length > maxDepth
  const field: FieldKind = isTooDeep ? { kind: 'other' } : description.field
  const shown = value === undefined ? fallback : value
  const id = `${form.id}-${pathKey(path)}`
  const error = form.errorAt(path)
  const change = (next: unknown) => {
    form.touch(path)
    onChange(next)
  }
  const errorNote = error && (
    <p id={`${id}-problem`} className="svc-problem" role="alert">
      {error}
    </p>
  )
  if (field.kind === 'object') {
    return (
      <fieldset className="svc-group">
        <legend>{label}</legend>
        <FieldList shape={field.shape} value={isObject(shown) ? shown : {}} path={path} onChange={change} />
        {errorNote}
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
        {errorNote}
      </fieldset>
    )
  }
  const control = (
    <SingleControl
      field={field}
      label={description.label}
      id={id}
      value={shown}
      // An emptied text stays empty; otherwise its default would reappear while the user deletes it.
      isOptional={description.isOptional && !(textKinds.includes(field.kind) && fallback != null)}
      describedBy={error ? `${id}-problem` : undefined}
      onChange={change}
      onBlur={() => form.touch(path)}
    />
  )
  return (
    <div className={field.kind === 'boolean' ? 'svc-field svc-check' : 'svc-field'}>
      <label htmlFor={id}>{label}</label>
      {control}
      {errorNote}
    </div>
  )
}
