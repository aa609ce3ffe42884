import type { OnboardBody } from '@svc/plugin-enrollment/contract'
import { type Billing, billingChanges, noBilling } from '../server/billing.ts'

/** What is entered about a server, as typed. */
export interface Entered {
  readonly name: string
  /** id of a group, `newGroup`, or empty for none */
  readonly group: string
  readonly groupName: string
  readonly tags: string
  readonly remark: string
  readonly publicRemark: string
  readonly billing: Billing
}

/** What the form of a new server holds. */
export interface Draft extends Entered {
  /** seconds the first code is valid */
  readonly lifetime: number
}

/** The value of the group choice that asks for a name. */
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

export const mostTags = 8

/** Tags as typed: divided by spaces or commas, without repetition, in the order of the server. */
export const parseTags = (text: string): string[] => [...new Set(text.split(/[\s,，、]+/).filter(Boolean))].sort()

/** Keys of the sentences that say what is wrong with a field. */
export type Problem = 'problem.empty' | 'problem.long' | 'problem.tags' | 'problem.manyTags'

export function tagProblem(tags: readonly string[]): Problem | undefined {
  if (tags.length > mostTags) return 'problem.manyTags'
  return tags.every((tag) => /^[A-Za-z0-9_.-]{1,16}$/.test(tag)) ? undefined : 'problem.tags'
}

export function nameProblem(name: string): Problem | undefined {
  const trimmed = name.trim()
  return trimmed === '' ? 'problem.empty' : trimmed.length > 128 ? 'problem.long' : undefined
}

/** What has to be corrected before the server needs to be asked. */
export function problemsOf(entered: Entered): Partial<Record<keyof Entered, Problem>> {
  const found = {
    name: nameProblem(entered.name),
    groupName: entered.group === newGroup ? nameProblem(entered.groupName) : undefined,
    tags: tagProblem(parseTags(entered.tags)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

/** The request that creates the server. Equal drafts make equal requests, which is what a retry needs. */
export const bodyOf = (draft: Draft, requestId: string, groupId: string | null): OnboardBody => ({
  onboarding_request_id: requestId,
  name: draft.name.trim(),
  tags: parseTags(draft.tags),
  ttl_secs: draft.lifetime,
  group_id: groupId,
  remark: draft.remark.trim() || null,
  ...(draft.publicRemark.trim() ? { public_remark: draft.publicRemark.trim() } : {}),
  ...billingChanges(noBilling, draft.billing),
})
