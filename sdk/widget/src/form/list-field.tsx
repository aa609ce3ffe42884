import { type ReactNode, use, useState } from 'react'
import type * as zod from 'zod'
import { type Choice, describeField } from './describe-field.ts'
import { choiceText, type FieldPath, FormContext, pathKey } from './form-context.ts'
import { type IdKind, idChoices, isIdKind } from './id-choices.ts'

interface Props {
  readonly element: zod.ZodType
  /** of the list, as given by its schema */
  readonly label: string | undefined
  readonly value: readonly unknown[]
  readonly path: FieldPath
  readonly onChange: (value: readonly unknown[]) => void
}

/** The initial value of a new list entry. */
function initialEntry(element: zod.ZodType): unknown {
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

/** A list: checkboxes if there are choices, otherwise entries to add and remove. */
export function ListField({ element, label, value, path, onChange }: Props): ReactNode {
  const form = use(FormContext)
  const { Field } = form
  const { field } = describeField(element)
  if (isIdKind(field.kind)) {
    return <IdCheckboxes key={field.kind} kind={field.kind} value={value} path={path} onChange={onChange} />
  }
  if (field.kind === 'enum') {
    const choices = field.values.map((one) => ({ value: one, label: choiceText(form, label, one) }))
    return <Checkboxes choices={choices} value={value} path={path} onChange={onChange} />
  }
  return (
    <>
      {value.map((entry, index) => (
        // Entries are identified by position; their fields hold no state of their own after losing focus.
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
      <button
        type="button"
        aria-label={`+ ${value.length + 1}`}
        onClick={() => onChange([...value, initialEntry(element)])}
      >
        +
      </button>
    </>
  )
}

function IdCheckboxes({ kind, ...props }: Omit<Props, 'element' | 'label'> & { kind: IdKind }) {
  const useChoices = idChoices[kind]
  return <Checkboxes choices={useChoices()} {...props} />
}

/** Longer lists get a search field. */
const maxWithoutSearch = 12

function Checkboxes(
  props: Omit<Props, 'element' | 'label'> & {
    choices: readonly { readonly value: Choice; readonly label: string }[]
  },
) {
  const { choices, value, path, onChange } = props
  const { id, textOf } = use(FormContext)
  const [search, setSearch] = useState('')
  // Checked choices that no longer exist are listed at the end, until the user unchecks them.
  const missing = value.filter((one) => !choices.some((choice) => choice.value === one))
  const all = [...choices, ...missing.map((one) => ({ value: one as string, label: String(one) }))]
  const needle = search.trim().toLowerCase()
  const shown = all.filter((choice) => choice.label.toLowerCase().includes(needle))
  return (
    <div className="svc-ticks">
      {all.length > maxWithoutSearch && (
        <input
          type="search"
          value={search}
          aria-label={textOf('form.search') ?? 'Search'}
          placeholder={textOf('form.search') ?? 'Search'}
          onChange={({ target }) => setSearch(target.value)}
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
