import { Checkbox, Field, type FormState, Input, Select, useCodedText, useT } from '@svc/dashboard-sdk'
import type { ChannelInput, ChannelTypeView } from '@svc/plugin-alerts/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConfigForm, useHasForm } from './config-form.tsx'

/** Name, type and configuration of a channel. */
export function ChannelFields(props: {
  form: FormState<Required<ChannelInput>>
  /** the masked configuration; undefined for a new channel */
  stored: Readonly<Record<string, unknown>> | undefined
  types: readonly ChannelTypeView[]
}): ReactNode {
  const { form, stored, types } = props
  const { draft, error, set } = form
  const t = useT()
  const sentence = useCodedText()
  const hasForm = useHasForm(types)
  const offered = types.filter(({ type }) => hasForm(type) || type === draft.notify_type)
  const type = types.find((one) => one.type === draft.notify_type)
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-3">
        <Field label={t('channel.name')} error={error('name')}>
          <Input {...form.register('name')} maxLength={100} autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label={t('channel.type')}
          hint={stored ? t('channel.typeFixed') : undefined}
          error={error('notify_type')}
        >
          <Select
            value={draft.notify_type}
            disabled={stored !== undefined}
            onChange={({ target }) => set({ notify_type: target.value, config_json: {} })}
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
        fields={type?.fields}
        config={draft.config_json}
        stored={stored}
        onConfig={(config_json) => set({ config_json: { ...config_json } })}
        errorOf={(member) => error(`config_json.${member}`)}
      />
      <Checkbox label={t('channel.enabled')} hint={t('channel.enabledHint')} {...form.register('enabled')} />
    </>
  )
}
