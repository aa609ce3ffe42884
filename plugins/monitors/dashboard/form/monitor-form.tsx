import { Checkbox, Field, type FormState, Input, Select, useT } from '@svc/dashboard-sdk'
import type { MonitorType } from '@svc/plugin-monitors/contract'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useMonitorTypes } from '../list/use-monitor-types.ts'
import { ConfigFields } from './config-fields.tsx'
import { DependenciesField, type useDependencies } from './dependencies-field.tsx'
import { GroupField } from './group-field.tsx'
import { type IntervalUnit, type MonitorDraft, maxNameLength, parseDomain, units, withType } from './monitor-draft.ts'
import { ServersField } from './servers-field.tsx'

const placeholders: Readonly<Record<MonitorType, string>> = {
  http_keyword: 'https://example.org/health',
  ping: 'example.org',
  push: '',
  tcp: 'db.example.org:5432',
  postgres: 'db.example.org:5432',
  mysql: 'db.example.org:3306',
  redis: 'cache.example.org:6379',
  docker: 'web',
  ssl: 'example.org',
  dns: 'example.org',
  whois: 'example.org',
}

/** The fields of a monitor. */
export function MonitorFields(props: {
  form: FormState<MonitorDraft>
  /** the draft with a preselected group */
  draft: MonitorDraft
  /** the type of an existing monitor cannot change */
  isExisting: boolean
  groups: ComponentProps<typeof GroupField>['groups']
  dependencies: Pick<ReturnType<typeof useDependencies>, 'targets' | 'stored'>
}): ReactNode {
  const { form, draft, isExisting, groups, dependencies } = props
  const { set, error } = form
  const t = useT()
  const unitId = useId()
  const types = useMonitorTypes(draft.type)
  const domain = draft.type === 'whois' ? parseDomain(draft.target) : undefined
  return (
    <>
      <Field label={t('form.type')} hint={t(`type.${draft.type}.hint`)} error={error('monitor_type', 'type')}>
        <Select
          value={draft.type}
          disabled={isExisting}
          onChange={({ target }) => set(withType(draft, target.value as MonitorType))}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}.name`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('form.name')} error={error('name')}>
        <Input
          data-autofocus
          value={draft.name}
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      {draft.type !== 'push' && (
        <Field
          label={t(`type.${draft.type}.target`)}
          hint={domain ? t('form.domain', { domain }) : t(`type.${draft.type}.targetHint`)}
          error={error('target')}
        >
          <Input
            value={draft.target}
            maxLength={2048}
            placeholder={placeholders[draft.type]}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => set({ target: target.value })}
          />
        </Field>
      )}
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('form.interval')} hint={t('form.intervalHint')} error={error('interval')}>
          <span className="flex gap-2">
            <Input
              inputMode="decimal"
              maxLength={9}
              value={draft.interval.amount}
              className="min-w-0 flex-1"
              onChange={({ target }) => set({ interval: { ...draft.interval, amount: target.value } })}
            />
            <Select
              id={unitId}
              aria-label={t('form.unit')}
              className="w-32"
              value={draft.interval.unit}
              onChange={({ target }) => set({ interval: { ...draft.interval, unit: target.value as IntervalUnit } })}
            >
              {Object.keys(units).map((unit) => (
                <option key={unit} value={unit}>
                  {t(`unit.${unit}`)}
                </option>
              ))}
            </Select>
          </span>
        </Field>
        <Field label={t('form.retries')} hint={t('form.retriesHint')} error={error('retry_count', 'retries')}>
          <Input
            inputMode="numeric"
            maxLength={2}
            value={draft.retries}
            onChange={({ target }) => set({ retries: target.value })}
          />
        </Field>
      </div>
      <ConfigFields draft={draft} onDraft={set} errorOf={error} />
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('form.group')} hint={t('form.groupHint')} error={error('group_name', 'group')}>
          <Input
            value={draft.group}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => set({ group: target.value })}
          />
        </Field>
        <Field label={t('form.tags')} hint={t('form.tagsHint')} error={error('tags')}>
          <Input
            value={draft.tags}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set({ tags: target.value })}
          />
        </Field>
      </div>
      <GroupField
        value={draft.groupId ?? null}
        onChange={(groupId) => set({ groupId })}
        groups={groups}
        error={error('notification_group_id', 'groupId')}
      />
      <ServersField
        value={draft.serverIds}
        onChange={(serverIds) => set({ serverIds })}
        error={error('server_ids_json', 'serverIds')}
      />
      <DependenciesField
        targets={dependencies.targets}
        value={draft.dependsOn ?? dependencies.stored}
        onChange={(dependsOn) => set({ dependsOn })}
      />
      <Checkbox
        label={t('form.enabled')}
        hint={t('form.enabledHint')}
        checked={draft.enabled}
        onChange={({ target }) => set({ enabled: target.checked })}
      />
    </>
  )
}
