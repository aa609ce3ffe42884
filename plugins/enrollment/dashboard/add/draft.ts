import type { OnboardBody } from '@svc/plugin-enrollment/contract'
import { type Billing, billingChanges, noBilling } from '../server/billing.ts'

/** Form fields shared by new and existing servers, as typed. */
export interface ServerFields {
  readonly name: string
  /** id of a group, `newGroup`, or empty for none */
  readonly group: string
  readonly groupName: string
  readonly tags: string
  readonly remark: string
  readonly publicRemark: string
  readonly billing: Billing
}

/** The form fields of a new server. */
export interface Draft extends ServerFields {
  /** seconds that the first code is valid */
  readonly lifetime: number
}

/** The option of the group field that creates a new group. */
export const newGroup = '+'

export const lifetimes = [600, 3600, 86_400] as const

export const emptyDraft: Draft = {
  name: '',
  group: '',
  groupName: '',
  tags: '',
  remark: '',
  publicRemark: '',
  billing: noBilling,
  lifetime: lifetimes[0],
}

export const maxTags = 8

/** Splits at spaces or commas, removes duplicates and sorts like the server. */
export const parseTags = (text: string): string[] => [...new Set(text.split(/[\s,，、]+/).filter(Boolean))].sort()

/** Locale keys of validation errors. */
export type Problem = 'problem.empty' | 'problem.long' | 'problem.tags' | 'problem.manyTags'

export function tagProblem(tags: readonly string[]): Problem | undefined {
  if (tags.length > maxTags) return 'problem.manyTags'
  return tags.every((tag) => /^[A-Za-z0-9_.-]{1,16}$/.test(tag)) ? undefined : 'problem.tags'
}

export function nameProblem(name: string): Problem | undefined {
  const trimmed = name.trim()
  return trimmed === '' ? 'problem.empty' : trimmed.length > 128 ? 'problem.long' : undefined
}

/** Validates before submitting. */
export function problemsOf(fields: ServerFields): Partial<Record<keyof ServerFields, Problem>> {
  const problems = {
    name: nameProblem(fields.name),
    groupName: fields.group === newGroup ? nameProblem(fields.groupName) : undefined,
    tags: tagProblem(parseTags(fields.tags)),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/** The request body that creates the server. Equal drafts give equal bodies, so that retries are idempotent. */
export const toRequestBody = (draft: Draft, requestId: string, groupId: string | null): OnboardBody => ({
  onboarding_request_id: requestId,
  name: draft.name.trim(),
  tags: parseTags(draft.tags),
  ttl_secs: draft.lifetime,
  group_id: groupId,
  remark: draft.remark.trim() || null,
  ...(draft.publicRemark.trim() ? { public_remark: draft.publicRemark.trim() } : {}),
  ...billingChanges(noBilling, draft.billing),
})
