import { CodeBlock, type SchemaField, SchemaFields, Skeleton, useSlot, useT } from '@svc/dashboard-sdk'
import type { ChannelTypeView } from '@svc/plugin-alerts/contract'
import { type ComponentType, type ReactNode, useCallback } from 'react'
import { type ChannelFormProps, channelForms } from '../pages.ts'
import { BarkForm } from './bark-form.tsx'
import { EmailForm } from './email-form.tsx'
import { TelegramForm } from './telegram-form.tsx'
import { WebhookForm } from './webhook-form.tsx'

const forms: Readonly<Record<string, ComponentType<ChannelFormProps>>> = {
  webhook: WebhookForm,
  telegram: TelegramForm,
  bark: BarkForm,
  email: EmailForm,
}

const isBuiltIn = (type: string) => Object.hasOwn(forms, type)

/** Whether a channel type has a form: of its schema, or of code, here or in another plugin. */
export function useHasForm(types: readonly ChannelTypeView[]): (type: string) => boolean {
  const others = useSlot(channelForms)
  return useCallback(
    (type) =>
      isBuiltIn(type) || others.some(({ id }) => id === type) || types.some((one) => one.type === type && one.fields),
    [others, types],
  )
}

/** The form of a channel type: of code, else that of its schema; without a form, the configuration is shown read-only. */
export function ConfigForm(
  props: { type: string; fields: readonly SchemaField[] | undefined } & ChannelFormProps,
): ReactNode {
  const { type, fields, ...form } = props
  const t = useT()
  const other = useSlot(channelForms).find(({ id }) => id === type)
  const Form = isBuiltIn(type) ? forms[type] : undefined
  if (Form) return <Form {...form} />
  if (other) return other.render(form, <Skeleton className="h-32" />)
  if (fields) {
    const { config, stored, onConfig, errorOf } = form
    return <SchemaFields fields={fields} values={config} stored={stored} onValues={onConfig} errorOf={errorOf} />
  }
  if (type === '') return <p className="text-muted text-sm">{t('channel.noTypes')}</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-warn">{t('channel.unknown')}</p>
      <CodeBlock text={JSON.stringify(form.config, undefined, 2)} label={t('channel.config')} />
    </div>
  )
}
