import type { ProfileInput, ServerRecord } from '@svc/plugin-enrollment/contract'
import { type Problem, problemsOf as problemsOfFields, type ServerFields } from '../add/draft.ts'
import { billingChanges, billingOf } from '../server/billing.ts'

/** The form fields of an existing server, as typed. */
export interface Profile extends ServerFields {
  readonly weight: string
  readonly hidden: boolean
  /** empty: detected automatically */
  readonly country: string
}

export const profileOf = (record: ServerRecord, tags: readonly string[]): Profile => ({
  name: record.name,
  group: record.group_id ?? '',
  groupName: '',
  tags: tags.join(', '),
  remark: record.remark ?? '',
  publicRemark: record.public_remark ?? '',
  weight: String(record.weight),
  hidden: record.hidden,
  country: record.geo_manual ? (record.country_code ?? '') : '',
  billing: billingOf(record),
})

type ProfileProblem = Problem | 'problem.weight' | 'problem.country'

const isWeight = (text: string) => /^-?\d{1,7}$/.test(text.trim()) && Math.abs(Number(text)) <= 1_000_000

/** Validates before submitting. */
export function problemsOf(profile: Profile): Partial<Record<keyof Profile, ProfileProblem>> {
  const country = profile.country.trim()
  const problems: Partial<Record<keyof Profile, ProfileProblem>> = problemsOfFields(profile)
  if (!isWeight(profile.weight)) problems.weight = 'problem.weight'
  if (country !== '' && !/^[A-Za-z]{2}$/.test(country)) problems.country = 'problem.country'
  return problems
}

/** Only the fields that differ, so that saving does not overwrite concurrent changes of other fields. */
export function changesOf(before: Profile, after: Profile, groupId: string | null): ProfileInput {
  const country = after.country.trim().toUpperCase() || null
  const text = (value: string) => value.trim() || null
  return {
    ...(after.name.trim() === before.name ? {} : { name: after.name.trim() }),
    ...((groupId ?? '') === before.group ? {} : { group_id: groupId }),
    ...(after.remark.trim() === before.remark ? {} : { remark: text(after.remark) }),
    ...(after.publicRemark.trim() === before.publicRemark ? {} : { public_remark: text(after.publicRemark) }),
    ...(after.weight.trim() === before.weight ? {} : { weight: Number(after.weight) }),
    ...(after.hidden === before.hidden ? {} : { hidden: after.hidden }),
    ...(country === (before.country || null) ? {} : { country_code: country }),
    ...billingChanges(before.billing, after.billing),
  }
}
