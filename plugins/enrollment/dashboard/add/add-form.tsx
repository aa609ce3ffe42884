import {
  type ApiError,
  Button,
  Field,
  fieldRules,
  InlineError,
  Input,
  Select,
  Textarea,
  useErrorFocus,
  useT,
} from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useState } from 'react'
import { billingProblems } from '../server/billing.ts'
import { BillingSection } from '../server/billing-section.tsx'
import { GroupField } from '../server/group-field.tsx'
import { type Draft, lifetimes, maxTags, parseTags, problemsOf, type ServerFields } from './draft.ts'

/** The form for a new server. */
export function AddForm(props: {
  id: string
  draft: Draft
  onDraft: (draft: Draft) => void
  onSubmit: (draft: Draft) => void
  /** called if an earlier attempt has already created a different server */
  onStartOver: () => void
  error: ApiError | undefined
}): ReactNode {
  const { id, draft, onDraft, onSubmit, onStartOver, error: failure } = props
  const t = useT()
  const { form, focusFirstError } = useErrorFocus(failure)
  const [submitted, setSubmitted] = useState(false)
  const problems = problemsOf(draft)
  const billingErrors = billingProblems(draft.billing)
  const rules = fieldRules(failure, t)
  const error = (field: keyof ServerFields, name: string = field) => {
    const problem = submitted ? problems[field] : undefined
    return problem ? t(problem, { count: maxTags }) : rules[name]
  }
  const set = <K extends keyof Draft>(field: K, value: Draft[K]) => onDraft({ ...draft, [field]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys({ ...problems, ...billingErrors }).length === 0) onSubmit(draft)
    else focusFirstError()
  }
  const conflict = failure?.code === 'ONBOARDING_IDEMPOTENCY_CONFLICT'
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field label={t('profile.name')} hint={t('profile.nameHint')} error={error('name')}>
        <Input
          value={draft.name}
          onChange={(event) => set('name', event.target.value)}
          placeholder="edge-1"
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <GroupField
        group={draft.group}
        groupName={draft.groupName}
        onChange={(group, groupName) => onDraft({ ...draft, group, groupName })}
        error={error('groupName', 'group_id')}
      />
      <Field
        label={t('profile.tags')}
        hint={t('profile.tagsHint')}
        error={error('tags')}
        aside={`${parseTags(draft.tags).length} / ${maxTags}`}
      >
        <Input
          value={draft.tags}
          onChange={(event) => set('tags', event.target.value)}
          placeholder="prod, web"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('profile.remark')} hint={t('profile.remarkHint')} error={error('remark')}>
        <Textarea value={draft.remark} onChange={(event) => set('remark', event.target.value)} rows={2} />
      </Field>
      <Field
        label={t('profile.publicRemark')}
        hint={t('profile.publicRemarkHint')}
        error={error('publicRemark', 'public_remark')}
      >
        <Textarea value={draft.publicRemark} onChange={(event) => set('publicRemark', event.target.value)} rows={2} />
      </Field>
      <BillingSection
        billing={draft.billing}
        onBilling={(billing) => set('billing', billing)}
        problems={submitted ? billingErrors : {}}
        rules={rules}
      />
      <Field label={t('add.lifetime')} hint={t('add.lifetimeHint')}>
        <Select value={draft.lifetime} onChange={(event) => set('lifetime', Number(event.target.value))}>
          {lifetimes.map((seconds) => (
            <option key={seconds} value={seconds}>
              {t(`add.lifetimes.${seconds}`)}
            </option>
          ))}
        </Select>
      </Field>
      <InlineError
        error={failure}
        action={
          conflict && (
            <Button
              size="sm"
              onClick={() => {
                onStartOver()
                onSubmit(draft)
              }}
            >
              {t('add.another')}
            </Button>
          )
        }
      />
    </form>
  )
}
