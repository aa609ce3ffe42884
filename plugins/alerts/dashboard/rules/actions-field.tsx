import {
  Checkbox,
  Field,
  Input,
  Segmented,
  Select,
  ServerPicker,
  useCodedText,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertActionView } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { type ActionDraft, type ActionField, newAction } from './action-draft.ts'

const coverTypes = ['all', 'include', 'exclude'] as const

/** One field of an action. */
function ActionInput(props: {
  field: ActionField
  draft: ActionDraft
  onChange: (draft: ActionDraft) => void
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { field, draft, onChange, errorOf } = props
  const t = useT()
  const sentence = useCodedText()
  const format = useFormat()
  const label = sentence(field.label_text)
  const set = (value: string | number | null) => onChange({ ...draft, [field.name]: value })
  const value = draft[field.name]
  if (field.kind === 'seconds') {
    const chosen = typeof value === 'number' ? [value] : []
    const choices = [...new Set([...field.choices, ...chosen])].sort((a, b) => a - b)
    return (
      <Field label={label} error={errorOf(field.name)}>
        <Select
          value={value === null ? '' : String(value ?? field.default)}
          onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
        >
          {choices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {format.duration(seconds)}
            </option>
          ))}
          <option value="">{t('actions.noEnd')}</option>
        </Select>
      </Field>
    )
  }
  if (field.kind === 'text') {
    return (
      <Field label={label} hint={field.hint_text ? sentence(field.hint_text) : undefined} error={errorOf(field.name)}>
        <Input
          value={String(value ?? '')}
          onChange={({ target }) => set(target.value)}
          maxLength={field.max_length ?? undefined}
          autoComplete="off"
        />
      </Field>
    )
  }
  const cover = coverTypes.find((one) => one === draft.cover_type) ?? 'all'
  const ids: readonly string[] = JSON.parse(String(draft.server_ids_json ?? '[]'))
  const error = errorOf('server_ids_json')
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <p className="font-medium text-sm" aria-hidden>
        {label}
      </p>
      <div>
        <Segmented
          label={label}
          value={cover}
          onChange={(cover_type) => onChange({ ...draft, cover_type })}
          options={coverTypes.map((one) => ({ value: one, label: t(`coverage.${one}`) }))}
        />
      </div>
      {cover !== 'all' && (
        <ServerPicker
          label={t(`coverage.${cover}`)}
          chosen={ids}
          onChosen={(chosen) => onChange({ ...draft, server_ids_json: JSON.stringify(chosen) })}
        />
      )}
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}

/** What a rule does about the sources of its alerts, for the actions that go with its conditions. */
export function ActionsField(props: {
  actions: readonly AlertActionView[]
  chosen: readonly ActionDraft[]
  onChosen: (chosen: readonly ActionDraft[]) => void
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { actions, chosen, onChosen, errorOf } = props
  const t = useT()
  const sentence = useCodedText()
  const [draft] = chosen
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('actions.title')}</legend>
      <div className="flex flex-col gap-3">
        {actions.map((action) => (
          <div key={action.type} className="flex flex-col gap-3">
            <Checkbox
              label={sentence(action.name_text)}
              hint={sentence(action.hint_text)}
              checked={draft?.type === action.type}
              onChange={() => onChosen(draft?.type === action.type ? [] : [newAction(action)])}
            />
            {draft?.type === action.type && (
              <div className="grid items-start gap-3 rounded-md border bg-sunken/40 p-3 sm:grid-cols-2">
                {action.fields.map((field) => (
                  <ActionInput
                    key={field.name}
                    field={field}
                    draft={draft}
                    onChange={(next) => onChosen([next])}
                    errorOf={(name) => errorOf(`actions.0.${name}`)}
                  />
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
