import { api } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { newGroup } from '../add/draft.ts'
import { groupsPath } from './groups-path.ts'

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The id of the selected group. A new group is looked up by name first, so that a retry does not create it twice. */
export async function resolveGroup({ group, groupName }: { group: string; groupName: string }): Promise<string | null> {
  if (group !== newGroup) return group || null
  const groups = await api<Group[]>('GET', groupsPath)
  const existing = groups.find(({ name }) => sameName(name, groupName))
  return (existing ?? (await api<Group>('POST', groupsPath, { name: groupName.trim() }))).id
}
