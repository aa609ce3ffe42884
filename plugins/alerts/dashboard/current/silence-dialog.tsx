import { Field, FormDialog, Input, Select, useForm, useNow, useT } from '@svc/dashboard-sdk'
import type { AlertSilence } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { type SilencedAlert, useSilence } from './use-silence.ts'

const scopes = ['alert', 'rule', 'server'] as const

interface Draft {
  readonly scope: (typeof scopes)[number]
  /** local time, as `<input type="datetime-local">` */
  readonly until: string
}

/** `2026-03-01T09:30` in the time zone of the browser. */
function toLocal(ms: number): string {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const dayMs = 86_400_000

/** Silences an alert, its rule or its server until a time. */
export function SilenceDialog({ alert, onClose }: { alert: SilencedAlert; onClose: () => void }): ReactNode {
  const t = useT()
  const now = useNow(60_000)
  const silence = useSilence(() => undefined)
  const form = useForm<Draft, AlertSilence>({
    values: { scope: 'alert', until: toLocal(now + dayMs) },
    validate: ({ until }) => {
      const at = Date.parse(until)
      return { until: at > now && at < now + 365 * dayMs ? undefined : t('silence.invalid') }
    },
    submit: ({ scope, until }) =>
      silence.mutateAsync({
        rule_id: scope === 'server' ? null : alert.rule_id,
        server_id: scope === 'rule' ? null : alert.server_id,
        until: new Date(until).toISOString(),
      }),
    errorsOf: (error) => fieldErrors(error, 'rule_id', t),
    onSubmitted: onClose,
  })
  const names = { alert: '', rule: alert.rule_name, server: alert.server_name }
  return (
    <FormDialog
      form={form}
      submit={t('alert.silence')}
      onClose={onClose}
      title={t('silence.untilTitle', { name: alert.rule_name })}
      description={t('silence.lead')}
    >
      <Field label={t('silence.what')} error={form.error('rule_id', 'scope')}>
        <Select {...form.register('scope')}>
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {t(`silence.scope.${scope}`, { name: names[scope] })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('silence.untilField')} error={form.error('until')}>
        <Input {...form.register('until')} type="datetime-local" />
      </Field>
    </FormDialog>
  )
}
