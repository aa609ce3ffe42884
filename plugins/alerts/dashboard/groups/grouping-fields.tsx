import { Checkbox, Field, type FormState, Input, Select, useT } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { type GroupDraft, groupings } from './group-draft.ts'

/** How a group turns alerts into messages: grouping, quiet hours and escalation. */
export function GroupingFields(props: {
  form: FormState<GroupDraft>
  /** groups that alerts can escalate to */
  others: readonly Group[]
}): ReactNode {
  const { form, others } = props
  const { draft, set } = form
  const t = useT()
  const isGrouping = draft.wait_seconds.trim() !== '0'
  const toggle = (kind: (typeof groupings)[number]) =>
    set({ group_by: groupings.filter((one) => (one === kind) !== draft.group_by.includes(one)) })
  return (
    <>
      <Field label={t('grouping.wait')} hint={t('grouping.waitHint')} error={form.error('wait_seconds')}>
        <Input {...form.register('wait_seconds')} inputMode="numeric" autoComplete="off" className="sm:w-40" />
      </Field>
      {isGrouping && (
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">{t('grouping.by')}</legend>
          <div className="flex flex-col gap-2">
            {groupings.map((kind) => (
              <Checkbox
                key={kind}
                label={t(`grouping.${kind}`)}
                checked={draft.group_by.includes(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </div>
          <p className="mt-1.5 text-faint text-xs">{t('grouping.byHint')}</p>
        </fieldset>
      )}
      <div className="flex flex-col gap-2">
        <Checkbox label={t('grouping.quiet')} hint={t('grouping.quietHint')} {...form.register('has_quiet_hours')} />
        {draft.has_quiet_hours && (
          <div className="grid grid-cols-2 gap-3 pl-6.5">
            <Field label={t('grouping.from')} error={form.error('quiet_hours.from', 'from')}>
              <Input {...form.register('from')} type="time" />
            </Field>
            <Field label={t('grouping.to')} error={form.error('quiet_hours.to', 'to')}>
              <Input {...form.register('to')} type="time" />
            </Field>
          </div>
        )}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={t('grouping.escalate')}
          hint={t('grouping.escalateHint')}
          error={form.error('escalation.group_id', 'escalation_group_id')}
        >
          <Select {...form.register('escalation_group_id')}>
            <option value="">{t('rule.noGroup')}</option>
            {others.map(({ id, name, built_in }) => (
              <option key={id} value={id}>
                {built_in ? t('group.all') : name}
              </option>
            ))}
          </Select>
        </Field>
        {draft.escalation_group_id !== '' && (
          <Field label={t('grouping.after')} error={form.error('escalation.after_minutes', 'after_minutes')}>
            <Input {...form.register('after_minutes')} inputMode="numeric" autoComplete="off" />
          </Field>
        )}
      </div>
    </>
  )
}
