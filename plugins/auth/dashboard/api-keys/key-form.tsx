import { Field, fieldRules, InlineError, Input, Select, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { daysOf, type Expiry, expiries, type KeyDraft, keyDraftErrors, maxDays, maxNameLength } from './key-draft.ts'

const dayMs = 86_400_000

/** Name and expiry of a new key. */
export function KeyForm(props: {
  id: string
  draft: KeyDraft
  onDraft: (draft: KeyDraft) => void
  onSubmit: () => void
  error: unknown
}): ReactNode {
  const { id, draft, onDraft, onSubmit, error } = props
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const form = useRef<HTMLFormElement>(null)
  const [submitted, setSubmitted] = useState(false)
  const errors = keyDraftErrors(draft)
  const rules = fieldRules(error, t)
  const days = daysOf(draft)
  const until = days ? t('apiKeys.until', { date: format.date(now + days * dayMs) }) : undefined
  const isShownInline = Object.keys(rules).some((field) => field === 'name' || field === 'expires_in_days')
  const daysError = submitted && errors.days ? t(errors.days, { max: maxDays }) : rules.expires_in_days

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (errors.name) focusField(form.current, 'name')
    else if (errors.days) focusField(form.current, 'days')
    else onSubmit()
  }

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        error={submitted && errors.name ? t(errors.name) : rules.name}
      >
        <Input
          name="name"
          value={draft.name}
          onChange={(event) => onDraft({ ...draft, name: event.target.value })}
          maxLength={maxNameLength}
          placeholder={t('apiKeys.namePlaceholder')}
          autoComplete="off"
        />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field
          label={t('apiKeys.expires')}
          hint={draft.expiry === 'never' ? t('apiKeys.neverHint') : draft.expiry === 'custom' ? undefined : until}
          error={draft.expiry === 'custom' ? undefined : daysError}
        >
          <Select
            value={draft.expiry}
            onChange={(event) => onDraft({ ...draft, expiry: event.target.value as Expiry })}
          >
            {expiries.map((expiry) => (
              <option key={expiry} value={expiry}>
                {t(`apiKeys.expiry.${expiry}`)}
              </option>
            ))}
          </Select>
        </Field>
        {draft.expiry === 'custom' && (
          <Field label={t('apiKeys.days')} hint={until} error={daysError}>
            <Input
              name="days"
              value={draft.days}
              onChange={(event) => onDraft({ ...draft, days: event.target.value })}
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
            />
          </Field>
        )}
      </div>
      {!isShownInline && <InlineError error={error} />}
    </form>
  )
}
