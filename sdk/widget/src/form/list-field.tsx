import { type ReactNode, use, useState } from 'react'
import type * as zod from 'zod'
import { type Choice, describeField } from './describe-field.ts'
import { choiceText, type FieldPath, FormContext, pathKey } from './form-context.ts'
import { type IdKind, idChoices, isIdKind } from './id-choices.ts'

interface Props {
  readonly element: zod.ZodType
  /** of the list, as its schema gives it */
  readonly label: string | undefined
  readonly value: readonly unknown[]
  readonly path: FieldPath
  readonly onChange: (value: readonly unknown[]) => void
}

/** What a new entry of a list begins with. */
function fresh(element: zod.ZodType): unknown {
  const { field, fallback } = describeField(element)
  if (fallback !== undefined) return fallback
  switch (field.kind) {
    case 'boolean':
      return false
    case 'number':
      return field.min ?? 0
    case 'enum':
      return field.values[0]
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return ''
  }
}

/** A list: choices to tick where there is a known set of them, else entries that can be added and removed. */
export function ListField({ element, label, value, path, onChange }: Props): ReactNode {
  const form = use(FormContext)
  const { Field } = form
  const { field } = describeField(element)
  if (isIdKind(field.kind)) {
    return <IdTicks key={field.kind} kind={field.kind} value={value} path={path} onChange={onChange} />
  }
  if (field.kind === 'enum') {
    const choices = field.values.map((one) => ({ value: one, label: choiceText(form, label, one) }))
    return <Ticks choices={choices} value={value} path={path} onChange={onChange} />
  }
  return (
    <>
      {value.map((entry, index) => (
        // Entries have no identity but their position, and their fields keep nothing of their own once they are left.
        <div key={pathKey([...path, index])} className="svc-entry">
          <Field
            description={describeField(element)}
            label={String(index + 1)}
            value={entry}
            path={[...path, index]}
            onChange={(next) => onChange(value.map((old, at) => (at === index ? next : old)))}
          />
          <button
            type="button"
            aria-label={`× ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" aria-label={`+ ${value.length + 1}`} onClick={() => onChange([...value, fresh(element)])}>
        +
      </button>
    </>
  )
}

function IdTicks({ kind, ...props }: Omit<Props, 'element' | 'label'> & { kind: IdKind }) {
  const useChoices = idChoices[kind]
  return <Ticks choices={useChoices()} {...props} />
}

/** From so many choices on they can be searched. */
const many = 12

function Ticks(
  props: Omit<Props, 'element' | 'label'> & {
    choices: readonly { readonly value: Choice; readonly label: string }[]
  },
) {
  const { choices, value, path, onChange } = props
  const { id, textOf } = use(FormContext)
  const [words, setWords] = useState('')
  // Chosen ones that no longer exist are kept, at the end, until somebody unticks them.
  const gone = value.filter((one) => !choices.some((choice) => choice.value === one))
  const all = [...choices, ...gone.map((one) => ({ value: one as string, label: String(one) }))]
  const wanted = words.trim().toLowerCase()
  const shown = all.filter((choice) => choice.label.toLowerCase().includes(wanted))
  return (
    <div className="svc-ticks">
      {all.length > many && (
        <input
          type="search"
          value={words}
          aria-label={textOf('form.search') ?? 'Search'}
          placeholder={textOf('form.search') ?? 'Search'}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {shown.map((choice) => (
        <label key={String(choice.value)} htmlFor={`${id}-${pathKey([...path, String(choice.value)])}`}>
          <input
            id={`${id}-${pathKey([...path, String(choice.value)])}`}
            type="checkbox"
            checked={value.includes(choice.value)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? all.map((one) => one.value).filter((one) => one === choice.value || value.includes(one))
                  : value.filter((one) => one !== choice.value),
              )
            }
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
