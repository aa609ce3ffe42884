import { Checkbox, Field, fieldRules, InlineError, Input, Select, type Translate, useT } from '@svc/dashboard-sdk'
import type { MonitorType } from '@svc/plugin-monitors/contract'
import type { ComponentProps, FormEvent, ReactNode, RefObject } from 'react'
import { monitorTypes } from '../list/monitor-search.ts'
import { ConfigFields } from './config-fields.tsx'
import { GroupField } from './group-field.tsx'
import {
  draftErrors,
  type IntervalUnit,
  type MonitorDraft,
  maxInterval,
  maxNameLength,
  maxRetries,
  minInterval,
  parseDomain,
  units,
  withType,
} from './monitor-draft.ts'
import { ServersField } from './servers-field.tsx'

const placeholders: Readonly<Record<MonitorType, string>> = {
  http_keyword: 'https://example.org/health',
  tcp: 'db.example.org:5432',
  ssl: 'example.org',
  dns: 'example.org',
  whois: 'example.org',
}

/** Validation errors of the server; `config_json.port` belongs to the field `port`. */
const serverErrors = (error: unknown, t: Translate): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldRules(error, t)).map(([field, rule]) => [field.replace(/^config_json[./]/, ''), rule]),
  )

const commonFields = [
  'name',
  'target',
  'interval',
  'retry_count',
  'notification_group_id',
  'server_ids_json',
  'monitor_type',
]

/** The form of a monitor. */
export function MonitorForm(props: {
  id: string
  form: RefObject<HTMLFormElement | null>
  draft: MonitorDraft
  onDraft: (draft: MonitorDraft) => void
  onSubmit: () => void
  /** the type of an existing monitor cannot change */
  isExisting: boolean
  groups: ComponentProps<typeof GroupField>['groups']
  showErrors: boolean
  error: unknown
}): ReactNode {
  const { id, form, draft, onDraft, onSubmit, isExisting, groups, showErrors, error } = props
  const t = useT()
  const errors = draftErrors(draft)
  const rules = serverErrors(error, t)
  const update = (patch: Partial<MonitorDraft>) => onDraft({ ...draft, ...patch })
  const errorOf = (field: string, values: object = {}) => {
    const own = showErrors ? errors[field] : undefined
    return own ? t(own, { ...values }) : rules[field]
  }
  const isShownAtField = Object.keys(rules).some(
    (field) =>
      commonFields.includes(field) ||
      field in draft.configText ||
      draft.headers.some(({ name }) => field === `headers.${name.trim()}`),
  )
  const domain = draft.type === 'whois' ? parseDomain(draft.target) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field label={t('form.type')} hint={t(`type.${draft.type}.hint`)} error={errorOf('monitor_type')}>
        <Select
          value={draft.type}
          disabled={isExisting}
          onChange={({ target }) => onDraft(withType(draft, target.value as MonitorType))}
        >
          {monitorTypes.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}.name`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('form.name')} error={errorOf('name')}>
        <Input
          data-autofocus
          value={draft.name}
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={({ target }) => update({ name: target.value })}
        />
      </Field>
      <Field
        label={t(`type.${draft.type}.target`)}
        hint={domain ? t('form.domain', { domain }) : t(`type.${draft.type}.targetHint`)}
        error={errorOf('target')}
      >
        <Input
          value={draft.target}
          maxLength={2048}
          placeholder={placeholders[draft.type]}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => update({ target: target.value })}
        />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field
          label={t('form.interval')}
          hint={t('form.intervalHint')}
          error={errorOf('interval', { shortest: minInterval, hours: maxInterval / 3600 })}
        >
          <span className="flex gap-2">
            <Input
              inputMode="decimal"
              maxLength={9}
              value={draft.interval.amount}
              className="min-w-0 flex-1"
              onChange={({ target }) => update({ interval: { ...draft.interval, amount: target.value } })}
            />
            <Select
              id={`${id}-unit`}
              aria-label={t('form.unit')}
              className="w-32"
              value={draft.interval.unit}
              onChange={({ target }) => update({ interval: { ...draft.interval, unit: target.value as IntervalUnit } })}
            >
              {Object.keys(units).map((unit) => (
                <option key={unit} value={unit}>
                  {t(`unit.${unit}`)}
                </option>
              ))}
            </Select>
          </span>
        </Field>
        <Field
          label={t('form.retries')}
          hint={t('form.retriesHint')}
          error={errorOf('retry_count', { min: 0, max: maxRetries })}
        >
          <Input
            inputMode="numeric"
            maxLength={2}
            value={draft.retries}
            onChange={({ target }) => update({ retries: target.value })}
          />
        </Field>
      </div>
      <ConfigFields draft={draft} onDraft={onDraft} errorOf={errorOf} />
      <GroupField
        value={draft.groupId ?? null}
        onChange={(groupId) => update({ groupId })}
        groups={groups}
        error={errorOf('notification_group_id')}
      />
      <ServersField
        value={draft.serverIds}
        onChange={(serverIds) => update({ serverIds })}
        error={errorOf('server_ids_json')}
      />
      <Checkbox
        label={t('form.enabled')}
        hint={t('form.enabledHint')}
        checked={draft.enabled}
        onChange={({ target }) => update({ enabled: target.checked })}
      />
      {!isShownAtField && <InlineError error={error} />}
    </form>
  )
}
