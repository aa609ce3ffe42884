import { Button, FormDialog, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { AlertRule, AlertRuleInput, Group } from '@svc/plugin-alerts/contract'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { eventsPath, itemPath, rulesPath } from '../paths.ts'
import { type Preset, PresetBar } from './presets.tsx'
import {
  emptyDraft,
  isChanged,
  type RuleDraft,
  type Types,
  toConditionDraft,
  toRuleDraft,
  toRuleInput,
} from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'

/** What to open: a new rule, optionally from a preset, or a rule to edit or duplicate. */
export type RuleDialogMode =
  | { readonly action: 'add'; readonly preset?: Preset }
  | { readonly action: 'edit' | 'copy'; readonly rule: AlertRule }

/** Adds or edits a rule. */
export function RuleDialog(props: {
  mode: RuleDialogMode
  types: Types
  groups: readonly Group[]
  onClose: () => void
}): ReactNode {
  const { mode, types, groups, onClose } = props
  const t = useT()
  const lastKey = useRef(0)
  const nextKey = useCallback(() => {
    lastKey.current += 1
    return String(lastKey.current)
  }, [])
  const fromPreset = ({ id, condition }: Preset): RuleDraft => ({
    ...emptyDraft,
    name: t(`preset.${id}`),
    conditions: [toConditionDraft(nextKey(), condition, types)],
    group: groups.length === 1 ? (groups[0]?.id ?? '') : '',
  })
  const [start, setStart] = useState((): RuleDraft => {
    if (mode.action === 'add') return mode.preset ? fromPreset(mode.preset) : emptyDraft
    const draft = toRuleDraft(mode.rule, types, nextKey)
    return mode.action === 'edit' ? draft : { ...draft, name: t('rule.copyName', { name: draft.name }).slice(0, 100) }
  })
  const [draft, setDraft] = useState(start)
  const isEdit = mode.action === 'edit'
  const save = useMutate<AlertRuleInput, AlertRule>(
    isEdit ? 'PUT' : 'POST',
    isEdit ? itemPath(rulesPath, mode.rule.id) : rulesPath,
    {
      invalidates: [rulesPath, eventsPath],
      onDone: ({ name }) => {
        toast.success(t(isEdit ? 'rule.saved' : 'rule.added', { name }))
        onClose()
      },
      onFailed: () => undefined,
    },
  )
  const isDirty = isChanged(start, draft)
  const titles = { add: t('rule.addTitle'), copy: t('rule.addTitle'), edit: t('rule.editTitle') }
  return (
    <FormDialog
      // A preset or copy alone is easy to recreate.
      dirty={isDirty && !save.isSuccess}
      onClose={onClose}
      title={titles[mode.action]}
      description={t('rule.lead')}
      width="lg"
      action={
        <Button type="submit" form="alert-rule" variant="primary" busy={save.isPending}>
          {t(isEdit ? 'action.save' : 'rule.create')}
        </Button>
      }
    >
      {mode.action === 'add' && !isDirty && (
        <PresetBar
          types={types}
          onPick={(preset) => {
            const next = fromPreset(preset)
            setStart(next)
            setDraft(next)
          }}
        />
      )}
      <RuleForm
        id="alert-rule"
        draft={draft}
        onDraft={setDraft}
        onSubmit={() => save.mutate(toRuleInput(draft, types))}
        types={types}
        groups={groups}
        nextKey={nextKey}
        error={save.error}
      />
    </FormDialog>
  )
}
