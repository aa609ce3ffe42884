import { Checkbox, Field, Input, Select, useCodedText } from '@svc/dashboard-sdk'
import type { ChannelField } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import type { ChannelFormProps } from '../pages.ts'
import { SecretField } from './secret-field.tsx'
import { TextField } from './text-field.tsx'

interface FieldProps {
  readonly field: ChannelField
  readonly value: unknown
  readonly stored: unknown
  readonly onValue: (value: unknown) => void
  readonly error: string | undefined
}

function SchemaField({ field, value, stored, onValue, error }: FieldProps): ReactNode {
  const sentence = useCodedText()
  const label = sentence(field.label_text)
  const hint = field.hint_text ? sentence(field.hint_text) : undefined
  const shown = value ?? field.default ?? ''
  switch (field.kind) {
    case 'secret':
      return <SecretField label={label} hint={hint} value={value} stored={stored} onValue={onValue} error={error} />
    case 'switch':
      return (
        <Checkbox
          label={label}
          hint={hint}
          checked={shown === true}
          onChange={(event) => onValue(event.target.checked)}
        />
      )
    case 'number':
      return (
        <Field label={label} hint={hint} error={error}>
          <Input
            type="number"
            step="any"
            value={String(shown)}
            onChange={({ target }) => onValue(target.value === '' ? undefined : target.valueAsNumber)}
          />
        </Field>
      )
    case 'choice':
      return (
        <Field label={label} hint={hint} error={error}>
          <Select value={String(shown)} onChange={({ target }) => onValue(target.value)}>
            {shown === '' && <option value="" />}
            {field.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </Select>
        </Field>
      )
    default:
      return <TextField label={label} hint={hint} value={shown} onValue={onValue} error={error} />
  }
}

/** The form of a channel type whose schema describes it. */
export function SchemaForm(props: ChannelFormProps & { fields: readonly ChannelField[] }): ReactNode {
  const { fields, config, stored, onConfig, errorOf } = props
  return fields.map((field) => (
    <SchemaField
      key={field.member}
      field={field}
      value={config[field.member]}
      stored={stored?.[field.member]}
      onValue={(value) => onConfig({ ...config, [field.member]: value })}
      error={errorOf(field.member)}
    />
  ))
}
