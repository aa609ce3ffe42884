import { Button, FormDialog, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { AlertRule, AlertRuleInput, Group } from '@svc/plugin-alerts/contract'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { eventsPath, oneOf, rulesPath } from '../paths.ts'
import { PresetBar } from './preset-bar.tsx'
import type { Preset } from './presets.ts'
import { conditionOf, draftOf, emptyDraft, inputOf, isTouched, type RuleDraft, type Types } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'

/** What the dialog begins with: a preset or nothing, a rule to change, or one to copy. */
export type Begin =
  | { readonly act: 'add'; readonly preset?: Preset }
  | { readonly act: 'edit' | 'copy'; readonly rule: AlertRule }

/** Makes a rule, or changes one. */
export function RuleDialog(props: {
  begin: Begin
  types: Types
  groups: readonly Group[]
  onClose: () => void
}): ReactNode {
  const { begin, types, groups, onClose } = props
  const t = useT()
  const last = useRef(0)
  const keyOf = useCallback(() => {
    last.current += 1
    return String(last.current)
  }, [])
  const fromPreset = ({ id, condition }: Preset): RuleDraft => ({
    ...emptyDraft,
    name: t(`preset.${id}`),
    conditions: [conditionOf(keyOf(), condition, types)],
    group: groups.length === 1 ? (groups[0]?.id ?? '') : '',
  })
  const [start, setStart] = useState((): RuleDraft => {
    if (begin.act === 'add') return begin.preset ? fromPreset(begin.preset) : emptyDraft
    const draft = draftOf(begin.rule, types, keyOf)
    return begin.act === 'edit' ? draft : { ...draft, name: t('rule.copyName', { name: draft.name }).slice(0, 100) }
  })
  const [draft, setDraft] = useState(start)
  const isEdit = begin.act === 'edit'
  const save = useMutate<AlertRuleInput, AlertRule>(
    isEdit ? 'PUT' : 'POST',
    isEdit ? oneOf(rulesPath, begin.rule.id) : rulesPath,
    {
      invalidates: [rulesPath, eventsPath],
      onDone: ({ name }) => {
        toast.success(t(isEdit ? 'rule.saved' : 'rule.added', { name }))
        onClose()
      },
      onFailed: () => undefined,
    },
  )
  const isTyped = isTouched(start, draft)
  const titles = { add: t('rule.addTitle'), copy: t('rule.addTitle'), edit: t('rule.editTitle') }
  return (
    <FormDialog
      // what was copied or begun from a preset is one click away
      dirty={isTyped && !save.isSuccess}
      onClose={onClose}
      title={titles[begin.act]}
      description={t('rule.lead')}
      width="lg"
      action={
        <Button type="submit" form="alert-rule" variant="primary" busy={save.isPending}>
          {t(isEdit ? 'action.save' : 'rule.create')}
        </Button>
      }
    >
      {begin.act === 'add' && !isTyped && (
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
        onSubmit={() => save.mutate(inputOf(draft, types))}
        types={types}
        groups={groups}
        keyOf={keyOf}
        failure={save.error}
      />
    </FormDialog>
  )
}
