import { api } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { newGroup } from '../add/draft.ts'
import { groupsPath } from './use-groups.ts'

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The id of the group a form names: chosen, found by its name, or created. A retry finds what the first try created. */
export async function resolveGroup({ group, groupName }: { group: string; groupName: string }): Promise<string | null> {
  if (group !== newGroup) return group || null
  const known = await api<Group[]>('GET', groupsPath)
  const found = known.find(({ name }) => sameName(name, groupName))
  return (found ?? (await api<Group>('POST', groupsPath, { name: groupName.trim() }))).id
}
