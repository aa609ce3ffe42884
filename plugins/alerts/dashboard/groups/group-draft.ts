import type { Group, GroupInput } from '@svc/plugin-alerts/contract'

/** What alerts can be grouped by. */
export const groupings = ['server_group', 'location'] as const

/** A notification group being edited; its fields are called as in the API. */
export interface GroupDraft {
  readonly name: string
  readonly notification_ids: readonly string[]
  readonly wait_seconds: string
  readonly group_by: readonly (typeof groupings)[number][]
  readonly has_quiet_hours: boolean
  readonly from: string
  readonly to: string
  /** empty: no escalation */
  readonly escalation_group_id: string
  readonly after_minutes: string
}

export const toGroupDraft = (group: Group | undefined): GroupDraft => ({
  name: group?.name ?? '',
  notification_ids: group?.notification_ids ?? [],
  wait_seconds: String(group?.wait_seconds ?? 20),
  group_by: group?.group_by ?? ['server_group'],
  has_quiet_hours: Boolean(group?.quiet_hours),
  from: group?.quiet_hours?.from ?? '22:00',
  to: group?.quiet_hours?.to ?? '07:00',
  escalation_group_id: group?.escalation?.group_id ?? '',
  after_minutes: String(group?.escalation?.after_minutes ?? 30),
})

export const toGroupInput = (draft: GroupDraft): GroupInput => ({
  name: draft.name.trim(),
  notification_ids: [...draft.notification_ids],
  wait_seconds: Number(draft.wait_seconds),
  group_by: [...draft.group_by],
  quiet_hours: draft.has_quiet_hours ? { from: draft.from, to: draft.to } : null,
  escalation: draft.escalation_group_id
    ? { after_minutes: Number(draft.after_minutes), group_id: draft.escalation_group_id }
    : null,
})

/** Name and channels of the built-in group are fixed. */
export function toBuiltInInput(draft: GroupDraft): Partial<GroupInput> {
  const { name: _, notification_ids: __, ...input } = toGroupInput(draft)
  return input
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** Translation keys of validation errors by API field name. */
export function findGroupProblems(draft: GroupDraft): Readonly<Record<string, string>> {
  const { name, wait_seconds, has_quiet_hours, from, to, escalation_group_id, after_minutes } = draft
  return {
    ...(name.trim() === '' && { name: 'problem.name' }),
    ...(!isWhole(wait_seconds, 0, 600) && { wait_seconds: 'problem.waitSeconds' }),
    ...(has_quiet_hours && !from && { 'quiet_hours.from': 'problem.time' }),
    ...(has_quiet_hours && (!to || from === to) && { 'quiet_hours.to': to ? 'problem.sameTime' : 'problem.time' }),
    ...(escalation_group_id !== '' &&
      !isWhole(after_minutes, 1, 1440) && { 'escalation.after_minutes': 'problem.afterMinutes' }),
  }
}
