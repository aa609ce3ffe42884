import type { Translate } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { nearGroups } from './near.ts'
import { placeName, providerName, targetName } from './target-names.ts'

/** The group of custom targets. */
export const own = 'own'

/** Whether a target is custom; presets cannot be changed. */
export const isOwn = ({ source }: Pick<NetworkTarget, 'source'>): boolean => source === null

/** The group of a target: of its preset, or `own`. */
export const groupOf = ({ source }: Pick<NetworkTarget, 'source'>): string =>
  source === null ? own : source.replace(/^preset:/, '')

/** Display name of a group. */
const groupName = (t: Translate, group: string, { source_name }: Pick<NetworkTarget, 'source_name'>): string =>
  t(`group.${group}`, { defaultValue: source_name ?? group })

export interface TargetGroup {
  readonly id: string
  readonly name: string
  readonly targets: readonly NetworkTarget[]
}

/** Targets by group: custom ones first, then those near the user, then in the order of the server. */
export function groupsOf(t: Translate, targets: readonly NetworkTarget[]): readonly TargetGroup[] {
  const groups = new Map<string, NetworkTarget[]>()
  for (const target of [...targets.filter(isOwn), ...targets.filter((target) => !isOwn(target))]) {
    const id = groupOf(target)
    const group = groups.get(id)
    if (group) group.push(target)
    else groups.set(id, [target])
  }
  const near = nearGroups(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const rank = (id: string) => (id === own ? -1 : near.includes(id) ? near.indexOf(id) : near.length)
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([id, members]) => ({
      id,
      name: groupName(t, id, members[0] as NetworkTarget),
      targets: members,
    }))
}

/** Whether a target contains every word of a search, in the language of the user or of the server. */
export function matches(t: Translate, target: NetworkTarget, search: string): boolean {
  const { name, provider, location, probe_type } = target
  const localized = [targetName(t, target), providerName(t, target), placeName(t, target), target.target, probe_type]
  const text = [...localized, name, provider, location].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
