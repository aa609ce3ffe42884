import {
  type ApiError,
  Checkbox,
  Field,
  InlineError,
  Input,
  useErrorFocus,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-alerts/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { useRuleTextContext } from '../parts/use-rule-text-context.ts'
import { ConditionsField } from './conditions-field.tsx'
import { CoverageField } from './coverage-field.tsx'
import { GroupSelect } from './group-select.tsx'
import { ModeField } from './mode-field.tsx'
import { type RuleDraft, type Types, toRuleInput } from './rule-draft.ts'
import { findProblems } from './rule-problems.ts'
import { ruleText } from './rule-text.ts'

const shown = /^(?:name|rules(?:\.\d+(?:\.\w+)?)?|notification_group_id|server_ids(?:\.\d+)?)$/

/** The fields of a rule, and its summary. */
export function RuleForm(props: {
  id: string
  draft: RuleDraft
  onDraft: (draft: RuleDraft) => void
  onSubmit: () => void
  types: Types
  groups: readonly Group[]
  nextKey: () => string
  error: ApiError | null
}): ReactNode {
  const { id, draft, onDraft, onSubmit, types, groups, nextKey, error } = props
  const t = useT()
  const textContext = useRuleTextContext()
  const names = useServerNames()
  const { form, focusFirstError } = useErrorFocus(error)
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = findProblems(draft, types)
  const serverErrors = fieldErrors(error, t)
  const errorOf = (field: string) => {
    const problem = isSubmitted ? problems[field] : undefined
    return problem ? t(problem) : serverErrors[field]
  }
  const serverError =
    errorOf('server_ids') ?? Object.entries(serverErrors).find(([field]) => field.startsWith('server_ids.'))?.[1]
  const set = (patch: Partial<RuleDraft>) => onDraft({ ...draft, ...patch })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(problems).length > 0) focusFirstError()
    else onSubmit()
  }
  const hasOtherError = !Object.keys(serverErrors).some((field) => shown.test(field))
  const input = toRuleInput(draft, types)
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={t('rule.name')} error={errorOf('name')}>
        <Input
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <ConditionsField
        conditions={draft.conditions}
        onConditions={(conditions) => set({ conditions })}
        types={types}
        nextKey={nextKey}
        errorOf={errorOf}
      />
      <CoverageField cover={draft.cover} servers={draft.servers} onChange={set} error={serverError} />
      <GroupSelect
        value={draft.group}
        onChange={(group) => set({ group })}
        groups={groups}
        error={errorOf('notification_group_id')}
      />
      <ModeField value={draft.mode} onChange={(mode) => set({ mode })} />
      <Checkbox
        label={t('rule.enabled')}
        hint={t('rule.enabledHint')}
        checked={draft.enabled}
        onChange={({ target }) => set({ enabled: target.checked })}
      />
      <p aria-live="polite" className="rounded-md bg-accent-soft px-3 py-2.5 text-sm">
        <span className="mr-2 text-muted text-xs">{t('rule.inWords')}</span>
        {ruleText(
          { rules: input.rules, cover_type: draft.cover, server_ids: [...draft.servers] },
          types,
          names,
          textContext,
        )}
      </p>
      {hasOtherError && <InlineError error={error} />}
    </form>
  )
}
