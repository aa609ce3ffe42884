import { type ReactNode, use } from 'react'
import type * as zod from 'zod'
import { describeField } from './describe-field.ts'
import { type FieldPath, FormContext } from './form-context.ts'

/** Default label of a member without a description: "Server ids" for `server_ids`. */
const toLabel = (name: string) => {
  const text = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The fields of an object. */
export function FieldList(props: {
  shape: Readonly<Record<string, zod.ZodType>>
  value: Readonly<Record<string, unknown>>
  path: FieldPath
  onChange: (value: Readonly<Record<string, unknown>>) => void
}): ReactNode {
  const { shape, value, path, onChange } = props
  const { Field, textOf } = use(FormContext)
  const setMember = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = value
    onChange(next === undefined ? rest : { ...rest, [name]: next })
  }
  return Object.entries(shape).map(([name, schema]) => {
    const description = describeField(schema)
    return (
      <Field
        key={name}
        description={description}
        label={description.label === undefined ? toLabel(name) : (textOf(description.label) ?? description.label)}
        value={value[name]}
        path={[...path, name]}
        onChange={(next) => setMember(name, next)}
      />
    )
  })
}
