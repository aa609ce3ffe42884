import {
  Field,
  FormDialog,
  Input,
  Select,
  toast,
  useForm,
  useFormat,
  useMutate,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertSilence, SilenceInput } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { eventsPath, silencesPath } from '../paths.ts'

/** What is silenced: the alert of a rule on a server, or all alerts of one of them. */
export interface SilencedAlert {
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  readonly server_name: string
}

const scopes = ['alert', 'rule', 'server'] as const

interface Draft {
  readonly scope: (typeof scopes)[number]
  /** local time, as `<input type="datetime-local">` */
  readonly until: string
}

/** Sets a silence; says until when. */
export function useSilence(onFailed?: () => undefined) {
  const t = useT()
  const format = useFormat()
  return useMutate<SilenceInput, AlertSilence>('POST', silencesPath, {
    invalidates: [eventsPath, silencesPath],
    onDone: ({ until }) => void toast.success(t('silence.done', { time: format.dateTime(until) })),
    ...(onFailed && { onFailed }),
  })
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
