import {
  type ApiError,
  Checkbox,
  Field,
  InlineError,
  Input,
  Select,
  useCodedText,
  useErrorFocus,
  useT,
} from '@svc/dashboard-sdk'
import type { ChannelInput, ChannelTypeView } from '@svc/plugin-alerts/contract'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { ConfigForm, useHasForm } from './config-form.tsx'

type Draft = Required<ChannelInput>

/** Name, type and configuration of a channel. */
export function ChannelForm(props: {
  id: string
  draft: Draft
  /** the masked configuration; undefined for a new channel */
  stored: Draft['config_json'] | undefined
  onDraft: (draft: Draft) => void
  onSubmit: () => void
  types: readonly ChannelTypeView[]
  error: ApiError | null
  /** shown below the form */
  children?: ReactNode
}): ReactNode {
  const { id, draft, stored, onDraft, onSubmit, types, error, children } = props
  const t = useT()
  const sentence = useCodedText()
  const hasForm = useHasForm()
  const { form, focusFirstError } = useErrorFocus(error)
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = fieldErrors(error, t)
  const isNameMissing = draft.name.trim() === ''
  const offered = types.filter(({ type }) => hasForm(type) || type === draft.notify_type)
  const type = types.find((one) => one.type === draft.notify_type)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isNameMissing) focusFirstError()
    else onSubmit()
  }
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-3">
        <Field label={t('channel.name')} error={isSubmitted && isNameMissing ? t('problem.name') : errors.name}>
          <Input
            value={draft.name}
            onChange={({ target }) => onDraft({ ...draft, name: target.value })}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={t('channel.type')} hint={stored ? t('channel.typeFixed') : undefined} error={errors.notify_type}>
          <Select
            value={draft.notify_type}
            disabled={stored !== undefined}
            onChange={({ target }) => onDraft({ ...draft, notify_type: target.value, config_json: {} })}
          >
            {!type && <option value={draft.notify_type}>{draft.notify_type}</option>}
            {offered.map(({ type, name_text }) => (
              <option key={type} value={type}>
                {sentence(name_text)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {type?.problem_text && (
        <p role="note" className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span className="min-w-0 break-words">{t('channel.problem', { problem: sentence(type.problem_text) })}</span>
        </p>
      )}
      <ConfigForm
        key={draft.notify_type}
        type={draft.notify_type}
        config={draft.config_json}
        stored={stored}
        onConfig={(config_json) => onDraft({ ...draft, config_json: { ...config_json } })}
        errorOf={(member) => errors[`config_json.${member}`]}
      />
      <Checkbox
        label={t('channel.enabled')}
        hint={t('channel.enabledHint')}
        checked={draft.enabled}
        onChange={({ target }) => onDraft({ ...draft, enabled: target.checked })}
      />
      {Object.keys(errors).length === 0 && <InlineError error={error} />}
      {children}
    </form>
  )
}
