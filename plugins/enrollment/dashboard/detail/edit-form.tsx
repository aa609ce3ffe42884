import { type ApiError, Checkbox, Field, fieldRules, Input, Textarea, useErrorFocus, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { FormEvent, ReactNode } from 'react'
import { maxTags, parseTags } from '../add/draft.ts'
import { billingProblems } from '../server/billing.ts'
import { BillingSection } from '../server/billing-section.tsx'
import { GroupField } from '../server/group-field.tsx'
import { CountryField } from './country-field.tsx'
import type { Profile, problemsOf } from './profile-change.ts'

/** The fields of a server's profile. */
export function EditForm(props: {
  id: string
  profile: Profile
  onProfile: (profile: Profile) => void
  onSubmit: () => void
  problems: ReturnType<typeof problemsOf>
  /** whether saving has been attempted, so that errors are shown */
  submitted: boolean
  error: ApiError | undefined
  record: ServerRecord
  /** whether the billing section is initially open and scrolled into view */
  billingOpen: boolean
}): ReactNode {
  const { id, profile, onProfile, onSubmit, problems, submitted, error: failure, record, billingOpen } = props
  const t = useT()
  const { form, focusFirstError } = useErrorFocus(failure)
  const rules = fieldRules(failure, t)
  const error = (field: keyof Profile, name: string = field) => {
    const problem = problems[field]
    return problem ? t(problem, { count: maxTags }) : rules[name]
  }
  const set = <K extends keyof Profile>(field: K, value: Profile[K]) => onProfile({ ...profile, [field]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
    focusFirstError()
  }
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field label={t('profile.name')} error={error('name')}>
        <Input
          value={profile.name}
          onChange={(event) => set('name', event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <GroupField
        group={profile.group}
        groupName={profile.groupName}
        onChange={(group, groupName) => onProfile({ ...profile, group, groupName })}
        error={error('groupName', 'group_id')}
      />
      <Field
        label={t('profile.tags')}
        hint={t('profile.tagsHint')}
        error={error('tags')}
        aside={`${parseTags(profile.tags).length} / ${maxTags}`}
      >
        <Input
          value={profile.tags}
          onChange={(event) => set('tags', event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('profile.remark')} hint={t('profile.remarkHint')} error={error('remark')}>
        <Textarea value={profile.remark} onChange={(event) => set('remark', event.target.value)} />
      </Field>
      <Field
        label={t('profile.publicRemark')}
        hint={t('profile.publicRemarkHint')}
        error={error('publicRemark', 'public_remark')}
      >
        <Textarea value={profile.publicRemark} onChange={(event) => set('publicRemark', event.target.value)} rows={2} />
      </Field>
      <div className="grid gap-4.5 md:grid-cols-2">
        <CountryField
          value={profile.country}
          onChange={(country) => set('country', country)}
          detected={record.geo_manual ? null : record.country_code}
          error={error('country', 'country_code')}
        />
        <Field label={t('profile.weight')} hint={t('profile.weightHint')} error={error('weight')}>
          <Input
            value={profile.weight}
            onChange={(event) => set('weight', event.target.value)}
            inputMode="numeric"
            className="figures"
          />
        </Field>
      </div>
      <BillingSection
        billing={profile.billing}
        onBilling={(billing) => set('billing', billing)}
        problems={submitted ? billingProblems(profile.billing) : {}}
        rules={rules}
        open={billingOpen}
      />
      <Checkbox
        checked={profile.hidden}
        onChange={(event) => set('hidden', event.target.checked)}
        label={t('profile.hidden')}
        hint={t('profile.hiddenHint')}
      />
    </form>
  )
}
