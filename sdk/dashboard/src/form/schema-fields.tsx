import type { CodedText } from '@svc/protocol/text'
import type { ReactNode } from 'react'
import { useCodedText } from '../coded-text.ts'
import { useT } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { isMasked, SecretField } from './secret-field.tsx'

/** A field of a generated form: `FormField` of the plugin SDK, as responses contain it. */
export interface SchemaField {
  readonly name: string
  readonly kind: 'text' | 'lines' | 'secret' | 'number' | 'switch' | 'choice'
  readonly label_text: CodedText
  readonly hint_text: CodedText | null
  readonly required: boolean
  readonly choices: readonly { readonly value: string; readonly label_text: CodedText | null }[]
  readonly default: string | number | boolean | null
}

type Values = Readonly<Record<string, unknown>>

interface FieldProps {
  readonly field: SchemaField
  readonly value: unknown
  readonly stored: unknown
  readonly onValue: (value: unknown) => void
  readonly error: string | undefined
}

/** A secret; a stored one that is optional can be removed, and only that empties it. */
function Secret({ field, value, stored, onValue, error }: FieldProps): ReactNode {
  const t = useT('sdk')
  const sentence = useCodedText()
  const isRemoved = value === null && isMasked(stored)
  const hint = isRemoved ? t('secret.removed') : field.hint_text ? sentence(field.hint_text) : undefined
  return (
    <div className="flex flex-col items-start gap-1.5 *:w-full">
      <SecretField
        label={sentence(field.label_text)}
        hint={hint}
        value={value}
        stored={isRemoved ? undefined : stored}
        onValue={onValue}
        error={error}
      />
      {isMasked(stored) && !field.required && (
        <Button size="sm" className="w-auto!" onClick={() => onValue(isRemoved ? stored : null)}>
          {t(isRemoved ? 'secret.restore' : 'secret.remove')}
        </Button>
      )}
    </div>
  )
}

function SchemaControl(props: FieldProps): ReactNode {
  const { field, value, onValue, error } = props
  const t = useT('sdk')
  const sentence = useCodedText()
  if (field.kind === 'secret') return <Secret {...props} />
  const label = sentence(field.label_text)
  const hint = field.hint_text ? sentence(field.hint_text) : undefined
  // null: it was emptied
  const shown = value === undefined ? field.default : value
  if (field.kind === 'switch') {
    return (
      <Checkbox label={label} hint={hint} checked={shown === true} onChange={({ target }) => onValue(target.checked)} />
    )
  }
  const entered = shown === null ? '' : String(shown)
  const isOptional = !field.required && field.default === null
  const standard = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
  return (
    <Field label={label} hint={hint} error={error} aside={isOptional ? t('form.optional') : undefined}>
      {field.kind === 'choice' ? (
        <Select value={entered} onChange={({ target }) => onValue(target.value || null)}>
          {(isOptional || entered === '') && <option value="" />}
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label_text ? sentence(choice.label_text) : choice.value}
            </option>
          ))}
        </Select>
      ) : field.kind === 'number' ? (
        <Input
          {...standard}
          type="number"
          step="any"
          value={entered}
          placeholder={field.default === null ? undefined : String(field.default)}
          onChange={({ target }) => onValue(target.value === '' ? null : target.valueAsNumber)}
          className="figures"
        />
      ) : field.kind === 'lines' ? (
        <Textarea {...standard} value={entered} onChange={({ target }) => onValue(target.value)} />
      ) : (
        <Input {...standard} value={entered} onChange={({ target }) => onValue(target.value)} />
      )}
    </Field>
  )
}

/**
 * The controls of a schema, in its order: what `formFields` of the plugin SDK describes. `values` are those that were entered or
 * stored; a member without a value shows its default. The masks of stored secrets are in `stored`.
 */
export function SchemaFields(props: {
  fields: readonly SchemaField[]
  values: Values
  stored: Values | undefined
  onValues: (values: Values) => void
  errorOf: (name: string) => string | undefined
}): ReactNode {
  const { fields, values, stored, onValues, errorOf } = props
  return fields.map((field) => (
    <SchemaControl
      key={field.name}
      field={field}
      value={values[field.name]}
      stored={stored?.[field.name]}
      onValue={(value) => onValues({ ...values, [field.name]: value })}
      error={errorOf(field.name)}
    />
  ))
}
