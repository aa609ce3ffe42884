import { Field, type FieldErrors, type FormState, fieldRules, Input, Textarea, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { maxTags, parseTags, type ServerFields } from '../add/draft.ts'
import { billingProblems } from './billing.ts'
import { GroupField } from './group-field.tsx'

/** Fields of the API whose path in the draft differs. */
const draftPaths: Readonly<Record<string, string>> = {
  group_id: 'group',
  public_remark: 'publicRemark',
  country_code: 'country',
  price: 'billing.price',
  currency: 'billing.currency',
  billing_cycle: 'billing.cycle',
  billing_start_day: 'billing.startDay',
  expired_at: 'billing.expires',
  traffic_limit: 'billing.limit',
  traffic_limit_type: 'billing.limitType',
}

type Translate = ReturnType<typeof useT>

/** Errors of the server, by path of the draft. */
export const errorsOfServer = (error: Error, t: Translate): FieldErrors =>
  Object.fromEntries(Object.entries(fieldRules(error, t)).map(([field, rule]) => [draftPaths[field] ?? field, rule]))

/** Validation errors of a draft, given the text keys of its own fields. */
export const errorsOfDraft = (
  { billing }: ServerFields,
  problems: Readonly<Record<string, string | undefined>>,
  t: Translate,
): FieldErrors => ({
  ...Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, key && t(key, { count: maxTags })])),
  ...Object.fromEntries(Object.entries(billingProblems(billing)).map(([field, key]) => [`billing.${field}`, t(key)])),
})

/** Name, group, tags and remarks of a server. */
export function ProfileFields({ form, isNew = false }: { form: FormState<ServerFields>; isNew?: boolean }): ReactNode {
  const t = useT()
  const { group, groupName, tags } = form.draft
  return (
    <>
      <Field label={t('profile.name')} hint={isNew && t('profile.nameHint')} error={form.error('name')}>
        <Input
          {...form.register('name')}
          placeholder={isNew ? 'edge-1' : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus={isNew}
        />
      </Field>
      <GroupField
        group={group}
        groupName={groupName}
        onChange={(group, groupName) => form.set({ group, groupName })}
        error={form.error('groupName') ?? form.error('group')}
      />
      <Field
        label={t('profile.tags')}
        hint={t('profile.tagsHint')}
        error={form.error('tags')}
        aside={`${parseTags(tags).length} / ${maxTags}`}
      >
        <Input
          {...form.register('tags')}
          placeholder={isNew ? 'prod, web' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('profile.remark')} hint={isNew && t('profile.remarkHint')} error={form.error('remark')}>
        <Textarea {...form.register('remark')} rows={isNew ? 2 : undefined} />
      </Field>
      <Field label={t('profile.publicRemark')} hint={t('profile.publicRemarkHint')} error={form.error('publicRemark')}>
        <Textarea {...form.register('publicRemark')} rows={2} />
      </Field>
    </>
  )
}
