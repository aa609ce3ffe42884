import { Checkbox, Field, Input, Select, Textarea, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ConfigField } from './config-field.ts'
import { HeaderRows } from './header-rows.tsx'
import { type MonitorDraft, shownFields } from './monitor-draft.ts'

interface Props {
  readonly draft: MonitorDraft
  readonly onDraft: (draft: MonitorDraft) => void
  readonly errorOf: (field: string, values?: object) => string | undefined
}

const isNarrow = ({ kind }: ConfigField) => kind === 'number' || kind === 'numbers' || kind === 'choice'

/** What only this type of monitor is configured with; short ones stand side by side. */
export function ConfigFields(props: Props): ReactNode {
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      {shownFields(props.draft).map((field) => (
        <div
          key={`${props.draft.type}.${field.name}`}
          className={isNarrow(field) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}
        >
          <ConfigControl field={field} {...props} />
        </div>
      ))}
    </div>
  )
}

function ConfigControl({ field, draft, onDraft, errorOf }: Props & { field: ConfigField }) {
  const t = useT()
  const { name } = field
  const value = draft.typed[name] ?? ''
  const put = (next: string) => onDraft({ ...draft, typed: { ...draft.typed, [name]: next } })
  const label = t(`field.${name}`)
  if (field.kind === 'headers') {
    return (
      <HeaderRows
        rows={draft.headers}
        onRows={(headers) => onDraft({ ...draft, headers })}
        errorOf={(row) => errorOf(row.id) ?? errorOf(`headers.${row.name.trim()}`)}
        error={errorOf('headers')}
      />
    )
  }
  if (field.kind === 'yes') {
    return <Checkbox label={label} checked={value === 'true'} onChange={({ target }) => put(String(target.checked))} />
  }
  const frame = (control: ReactNode, error?: string, aside?: string) => (
    <Field
      label={label}
      hint={t([`hint.${draft.type}.${name}`, `hint.${name}`], { defaultValue: '' })}
      aside={aside}
      error={error}
    >
      {control}
    </Field>
  )
  const typing = {
    value,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => put(target.value),
  }
  switch (field.kind) {
    case 'choice':
      return frame(
        <Select value={value} onChange={({ target }) => put(target.value)}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {t(`choice.${name}.${option}`, { defaultValue: option })}
            </option>
          ))}
        </Select>,
        errorOf(name),
      )
    case 'number': {
      const limits = { min: field.min, max: field.max }
      return frame(
        <Input {...typing} inputMode="numeric" maxLength={6} />,
        errorOf(name, limits),
        field.unit && t(`unit.${field.unit}`),
      )
    }
    case 'numbers':
      return frame(<Input {...typing} maxLength={300} />, errorOf(name, { min: field.min, max: field.max }))
    case 'lines':
      return frame(
        <Textarea {...typing} rows={4} maxLength={20_000} placeholder={field.placeholder} className="font-mono" />,
        errorOf(name),
      )
    case 'long':
      return frame(<Textarea {...typing} rows={5} maxLength={field.most} className="font-mono" />, errorOf(name))
    default:
      return frame(
        <Input {...typing} maxLength={field.most} placeholder={field.placeholder ?? undefined} />,
        errorOf(name),
      )
  }
}
