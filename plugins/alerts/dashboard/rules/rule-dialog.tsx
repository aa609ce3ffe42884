import { FormDialog, toast, useApi, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { AlertActionView, AlertRule, AlertRuleInput, AlertTaskView, Group } from '@svc/plugin-alerts/contract'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { fieldErrors, translated } from '../parts/field-errors.ts'
import { actionsPath, eventsPath, itemPath, rulesPath } from '../paths.ts'
import { toActions } from './action-draft.ts'
import { type Preset, PresetBar } from './presets.tsx'
import {
  emptyDraft,
  findProblems,
  type RuleDraft,
  type Types,
  toConditionDraft,
  toCopyDraft,
  toRuleDraft,
  toRuleInput,
} from './rule-draft.ts'
import { RuleFields } from './rule-form.tsx'

/** What to open: a new rule, optionally from a preset, or a rule to edit or duplicate. */
export type RuleDialogMode =
  | { readonly action: 'add'; readonly preset?: Preset }
  | { readonly action: 'edit' | 'copy'; readonly rule: AlertRule }

/** Adds or edits a rule. */
export function RuleDialog(props: {
  mode: RuleDialogMode
  types: Types
  groups: readonly Group[]
  /** null: no running plugin has tasks */
  tasks: readonly AlertTaskView[] | null
  onClose: () => void
}): ReactNode {
  const { mode, types, groups, tasks, onClose } = props
  const t = useT()
  const lastKey = useRef(0)
  const nextKey = useCallback(() => {
    lastKey.current += 1
    return String(lastKey.current)
  }, [])
  const fromPreset = ({ id, severity, condition }: Preset): RuleDraft => ({
    ...emptyDraft,
    name: t(`preset.${id}`),
    rules: [toConditionDraft(nextKey(), condition, types)],
    severity,
  })
  const [start, setStart] = useState((): RuleDraft => {
    if (mode.action === 'add') return mode.preset ? fromPreset(mode.preset) : emptyDraft
    const draft = toRuleDraft(mode.rule, types, nextKey)
    return mode.action === 'edit' ? draft : toCopyDraft(draft, t('rule.copyName', { name: draft.name }), tasks)
  })
  const isEdit = mode.action === 'edit'
  const { data: actions = [] } = useApi<readonly AlertActionView[]>(actionsPath, { staleTime: 10_000 })
  const save = useMutate<AlertRuleInput, AlertRule>(
    isEdit ? 'PUT' : 'POST',
    isEdit ? itemPath(rulesPath, mode.rule.id) : rulesPath,
    { invalidates: [rulesPath, eventsPath], onFailed: () => undefined },
  )
  const form = useForm<RuleDraft, AlertRule>({
    values: start,
    validate: (draft) => translated(findProblems(draft, types), t),
    submit: (draft) =>
      save.mutateAsync({
        ...toRuleInput(draft, types),
        actions: toActions(draft.actions, actions, draft.rules),
      }),
    errorsOf: (error) => fieldErrors(error, 'server_ids', t),
    onSubmitted: ({ name }) => {
      toast.success(t(isEdit ? 'rule.saved' : 'rule.added', { name }))
      onClose()
    },
  })
  const titles = { add: t('rule.addTitle'), copy: t('rule.addTitle'), edit: t('rule.editTitle') }
  return (
    <FormDialog
      form={form}
      submit={t(isEdit ? 'action.save' : 'rule.create')}
      onClose={onClose}
      title={titles[mode.action]}
      description={t('rule.lead')}
      width="lg"
    >
      {/* A preset or copy alone is easy to recreate, so it is not an unsaved change. */}
      {mode.action === 'add' && !form.isDirty && (
        <PresetBar types={types} onPick={(preset) => setStart(fromPreset(preset))} />
      )}
      <RuleFields form={form} types={types} groups={groups} tasks={tasks} actions={actions} nextKey={nextKey} />
    </FormDialog>
  )
}
