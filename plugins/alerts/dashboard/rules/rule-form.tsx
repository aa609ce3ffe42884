import {
  Button,
  Checkbox,
  cn,
  Field,
  type FormState,
  Input,
  Segmented,
  Select,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertActionView, AlertTaskView, Group } from '@svc/plugin-alerts/contract'
import { BellRing, type LucideIcon, Plus, Repeat } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { GroupDialog } from '../groups/group-dialog.tsx'
import { suitingActions } from './action-draft.ts'
import { ActionsField } from './actions-field.tsx'
import { Backtest } from './backtest.tsx'
import { ConditionsField } from './conditions-field.tsx'
import { CoverageField, useServerGroupNames } from './coverage-field.tsx'
import { MinutesField } from './minutes-field.tsx'
import { allChannels, isPerSource, type RuleDraft, type Types, toRuleInput } from './rule-draft.ts'
import { ruleText, useRuleTextContext } from './rule-text.ts'
import { TasksField } from './tasks-field.tsx'

/** Selects how often to notify while an alert lasts. */
function ModeField(props: {
  value: RuleDraft['trigger_mode']
  onChange: (mode: RuleDraft['trigger_mode']) => void
}): ReactNode {
  const t = useT()
  return (
    <RadioCards
      label={t('mode.title')}
      value={props.value}
      onChange={props.onChange}
      options={[
        { value: 'always', icon: Repeat, title: t('mode.always'), text: t('mode.alwaysHint') },
        { value: 'once', icon: BellRing, title: t('mode.once'), text: t('mode.onceHint') },
      ]}
    />
  )
}

/** Radio buttons with descriptions. */
function RadioCards<T extends string>(props: {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { readonly value: T; readonly icon: LucideIcon; readonly title: string; readonly text: string }[]
}): ReactNode {
  const { label, value, onChange, options } = props
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ value: option, icon: Icon, title, text }) => (
          <label
            key={option}
            className={cn(
              'flex cursor-pointer items-start gap-2.5 rounded-md border border-line-strong px-3 py-2.5 transition-colors hover:border-muted',
              'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              aria-describedby={`${id}-${option}`}
              className="sr-only"
            />
            <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{title}</span>
              <span id={`${id}-${option}`} className="mt-0.5 block text-muted text-xs">
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Selects the notification group, or adds a new one. */
function GroupSelect(props: {
  value: string
  onChange: (id: string) => void
  groups: readonly Group[]
  error: string | undefined
}): ReactNode {
  const { value, onChange, groups, error } = props
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  const isUnknown = value !== '' && !groups.some(({ id }) => id === value)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <Field
            label={t('rule.group')}
            hint={value === '' ? t('rule.groupHint') : value === allChannels ? t('group.allHint') : undefined}
            error={error}
          >
            <Select value={value} onChange={({ target }) => onChange(target.value)}>
              <option value="">{t('rule.noGroup')}</option>
              {isUnknown && <option value={value}>{t('rule.newGroup')}</option>}
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === allChannels ? t('group.all') : name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Button
          className={value === '' || value === allChannels || error ? 'h-9 sm:mb-5.5' : 'h-9'}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden />
          {t('group.add')}
        </Button>
      </div>
      {isAdding && <GroupDialog onSaved={({ id }) => onChange(id)} onClose={() => setAdding(false)} />}
    </>
  )
}

const coveredBy = ({ server_ids, group_ids, tags }: RuleDraft) => ({
  server_ids: [...server_ids],
  group_ids: [...group_ids],
  tags: [...tags],
})

const severities = ['warning', 'critical'] as const

/** The fields of a rule, and its summary. */
export function RuleFields(props: {
  form: FormState<RuleDraft>
  types: Types
  groups: readonly Group[]
  tasks: readonly AlertTaskView[] | null
  actions: readonly AlertActionView[]
  nextKey: () => string
}): ReactNode {
  const { form, types, groups, tasks, actions, nextKey } = props
  const { draft, set } = form
  const t = useT()
  const textContext = useRuleTextContext()
  const names = useServerNames()
  const serverGroups = useServerGroupNames()
  const input = toRuleInput(draft, types)
  const suiting = suitingActions(actions, draft.rules)
  // Then the condition says how often to notify.
  const perSource = isPerSource(draft.rules, types)
  return (
    <>
      <Field label={t('rule.name')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={100} autoComplete="off" spellCheck={false} />
      </Field>
      <ConditionsField
        conditions={draft.rules}
        onConditions={(rules) => set({ rules })}
        types={types}
        nextKey={nextKey}
        errorOf={form.error}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MinutesField
          label={t('rule.for')}
          hint={t('rule.forHint')}
          value={draft.for_minutes}
          onChange={(for_minutes) => set({ for_minutes })}
          error={form.error('for_minutes')}
        />
        <div>
          <p className="mb-1.5 font-medium text-sm" aria-hidden>
            {t('rule.severity')}
          </p>
          <Segmented
            label={t('rule.severity')}
            value={draft.severity}
            onChange={(severity) => set({ severity })}
            options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
          <p className="mt-1 text-faint text-xs">{t('rule.severityHint')}</p>
        </div>
      </div>
      <CoverageField draft={draft} onChange={set} error={form.error('server_ids')} />
      <GroupSelect
        value={draft.notification_group_id}
        onChange={(notification_group_id) => set({ notification_group_id })}
        groups={groups}
        error={form.error('notification_group_id')}
      />
      {!perSource && <ModeField value={draft.trigger_mode} onChange={(trigger_mode) => set({ trigger_mode })} />}
      {!perSource && draft.trigger_mode === 'always' && (
        <MinutesField
          label={t('mode.interval')}
          value={draft.reminder_minutes}
          onChange={(reminder_minutes) => set({ reminder_minutes })}
          error={form.error('reminder_minutes')}
        />
      )}
      {tasks && (
        <fieldset className="grid items-start gap-4 sm:grid-cols-2 sm:gap-3">
          <legend className="sr-only">{t('ruleTasks.title')}</legend>
          {(['fail_trigger_tasks', 'recover_trigger_tasks'] as const).map((field) => (
            <TasksField
              key={field}
              label={t(`ruleTasks.${field}`)}
              tasks={tasks}
              chosen={draft[field]}
              onChosen={(ids) => set({ [field]: ids })}
              error={form.error(field)}
            />
          ))}
        </fieldset>
      )}
      {suiting.length > 0 && (
        <ActionsField
          actions={suiting}
          chosen={draft.actions}
          onChosen={(chosen) => set({ actions: [...chosen] })}
          errorOf={form.error}
        />
      )}
      <Checkbox label={t('rule.immediate')} hint={t('rule.immediateHint')} {...form.register('immediate')} />
      <Checkbox label={t('rule.enabled')} hint={t('rule.enabledHint')} {...form.register('enabled')} />
      <p aria-live="polite" className="rounded-md bg-accent-soft px-3 py-2.5 text-sm">
        <span className="mr-2 text-muted text-xs">{t('rule.inWords')}</span>
        {ruleText(
          { ...draft, ...input, ...coveredBy(draft), for_minutes: Number(draft.for_minutes) || 0 },
          types,
          names,
          serverGroups,
          textContext,
        )}
      </p>
      <Backtest draft={draft} types={types} />
    </>
  )
}
