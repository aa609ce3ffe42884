import { Checkbox, Field, type FormState, Input, Select, Textarea, useServers, useT } from '@svc/dashboard-sdk'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConfigField } from './config-field.ts'
import { HeaderRows } from './header-rows.tsx'
import { type MonitorDraft, visibleFields } from './monitor-draft.ts'

interface Props {
  readonly draft: MonitorDraft
  readonly onDraft: (draft: MonitorDraft) => void
  readonly errorOf: FormState<MonitorDraft>['error']
}

const isNarrow = ({ kind, isNarrow: narrow = false }: ConfigField) =>
  narrow || ['number', 'choice', 'secret'].includes(kind)

/** The fields of a monitor type; narrow ones share a row. */
export function ConfigFields(props: Props): ReactNode {
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      {visibleFields(props.draft).map((field) => (
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
  const value = draft.configText[name] ?? ''
  const update = (next: string) => onDraft({ ...draft, configText: { ...draft.configText, [name]: next } })
  const label = t([`field.${draft.type}.${name}`, `field.${name}`])
  const error = errorOf(`config_json.${name}`, `configText.${name}`)
  if (field.kind === 'headers') {
    return (
      <HeaderRows
        rows={draft.headers}
        onRows={(headers) => onDraft({ ...draft, headers })}
        errorOf={(row) => errorOf(row.id) ?? errorOf(`config_json.headers.${row.name.trim()}`, 'headers')}
        error={errorOf('config_json.headers', 'headers')}
      />
    )
  }
  if (field.kind === 'boolean') {
    return (
      <>
        <Checkbox label={label} checked={value === 'true'} onChange={({ target }) => update(String(target.checked))} />
        {field.warning && value === 'true' && (
          <p
            role="alert"
            className="mt-2 flex gap-2 rounded-md bg-danger/12 px-3 py-2.5 font-medium text-danger text-sm"
          >
            <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t(field.warning)}
          </p>
        )}
      </>
    )
  }
  const withLabel = (control: ReactNode, aside?: string) => (
    <Field
      label={label}
      hint={t([`hint.${draft.type}.${name}`, `hint.${name}`], { defaultValue: '' })}
      aside={aside}
      error={error}
    >
      {control}
    </Field>
  )
  const inputProps = {
    value,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => update(target.value),
  }
  switch (field.kind) {
    case 'choice':
      return withLabel(
        <Select value={value} onChange={({ target }) => update(target.value)}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {t(`choice.${name}.${option}`, { defaultValue: option })}
            </option>
          ))}
        </Select>,
      )
    case 'server':
      return withLabel(<ServerSelect value={value} onChange={update} />)
    case 'number':
      return withLabel(
        <Input {...inputProps} inputMode="numeric" maxLength={6} />,
        field.unit && t(`unit.${field.unit}`),
      )
    case 'secret':
      return withLabel(
        <Input {...inputProps} type="password" autoComplete="new-password" maxLength={field.maxLength} />,
      )
    case 'statuses':
      return withLabel(<Input {...inputProps} maxLength={300} />)
    case 'lines':
      return withLabel(
        <Textarea {...inputProps} rows={4} maxLength={20_000} placeholder={field.placeholder} className="font-mono" />,
      )
    case 'multiline':
      return withLabel(<Textarea {...inputProps} rows={5} maxLength={field.maxLength} className="font-mono" />)
    default:
      return withLabel(
        <Input {...inputProps} maxLength={field.maxLength} placeholder={field.placeholder ?? undefined} />,
      )
  }
}

function ServerSelect({ value, onChange, ...props }: { value: string; onChange: (id: string) => void }) {
  const t = useT()
  const servers = useServers().toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Select {...props} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('form.chooseServer')}</option>
      {servers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
