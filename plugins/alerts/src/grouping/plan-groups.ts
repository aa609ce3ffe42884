import type { AlertGroupRow, MemberRow } from './alert-groups-store.ts'

/** Why alerts belong together. */
export interface Cause {
  /** kind and id */
  readonly key: string
  readonly name: string
}

/** Seconds in which further alerts of the same cause join a group that was announced. */
const joinPeriod = 300

/** The facts that a plan depends on. */
export interface Surroundings {
  readonly now: number
  /** this program itself lost its network */
  readonly isOwnNetwork: boolean
  /** what has no alerts of its own and cannot be reached */
  readonly unreachable: ReadonlySet<string>
  /** what a subject depends on */
  dependsOn(subjectId: string): readonly string[]
  nameOf(id: string): string
  /** the cause that a subject has in common with others of its group or place; undefined without one */
  placeOf(member: Pick<MemberRow, 'subject_kind' | 'server_id'>): Cause | undefined
}

/** An open alert group, and its subjects that cannot be reached. */
export interface OpenGroup extends Pick<AlertGroupRow, 'id' | 'cause_key' | 'cause_name' | 'last_joined_at'> {
  readonly unreachable: readonly string[]
}

/** Members for one alert group; a new one when `id` is undefined. */
export interface Planned {
  readonly id: string | undefined
  cause: Cause
  readonly members: MemberRow[]
}

export const kindOf = (causeKey: string): string => causeKey.slice(0, causeKey.indexOf(':'))
/** The id behind the kind. */
export const idOf = (causeKey: string): string => causeKey.slice(causeKey.indexOf(':') + 1)

const isDependency = (causeKey: string): boolean => ['dependency', 'target'].includes(kindOf(causeKey))

/**
 * What explains why a subject cannot be reached: the last unreachable one on the way along its dependencies. The subject
 * itself when there is none.
 */
function makeRootOf(unreachable: ReadonlySet<string>, { dependsOn }: Pick<Surroundings, 'dependsOn'>) {
  const roots = new Map<string, string>()
  const rootOf = (subjectId: string): string => {
    const known = roots.get(subjectId)
    if (known !== undefined) return known
    roots.set(subjectId, subjectId)
    const next = dependsOn(subjectId)
      .filter((id) => unreachable.has(id))
      .toSorted()[0]
    const root = next === undefined ? subjectId : rootOf(next)
    roots.set(subjectId, root)
    return root
  }
  return rootOf
}

/** Assigns waiting alerts to alert groups by their cause. */
export function planGroups(waiting: readonly MemberRow[], open: readonly OpenGroup[], facts: Surroundings): Planned[] {
  const { now, isOwnNetwork, nameOf, placeOf } = facts
  const unreachable = new Set([...facts.unreachable, ...open.flatMap((group) => group.unreachable)])
  for (const { reachability, resolved_at, server_id } of waiting) {
    if (reachability && resolved_at === null) unreachable.add(server_id)
  }
  const rootOf = makeRootOf(unreachable, facts)
  const explained = new Set([...unreachable].filter((id) => rootOf(id) !== id).map(rootOf))
  const dependencies = new Map<string, Cause>()
  const dependencyOf = (subjectId: string): Cause | undefined => {
    const root = rootOf(subjectId)
    if (!explained.has(root)) return undefined
    return dependencies.getOrInsertComputed(root, () => {
      const kind = facts.unreachable.has(root) ? 'target' : 'dependency'
      return { key: `${kind}:${root}`, name: nameOf(root) }
    })
  }

  function causeOf(member: MemberRow): Cause {
    const { rule_id, server_id, reachability } = member
    if (isOwnNetwork && reachability) return { key: 'network:', name: '' }
    const dependency = reachability ? dependencyOf(server_id) : undefined
    if (dependency) return dependency
    return placeOf(member) ?? { key: `alert:${rule_id}:${server_id}`, name: '' }
  }

  const planned = new Map<string, Planned>()
  // The oldest group wins, so they are added from the newest on.
  for (const { id, cause_key, cause_name, last_joined_at, unreachable: servers } of open.toReversed()) {
    const group: Planned = { id, cause: { key: cause_key, name: cause_name }, members: [] }
    const isRecent = Math.abs(now - last_joined_at) < joinPeriod
    // What depends on a target or server joins its group as long as that cannot be reached.
    if (isRecent || (kindOf(cause_key) === 'target' && unreachable.has(idOf(cause_key)))) planned.set(cause_key, group)
    for (const serverId of servers) {
      const cause = dependencyOf(serverId)
      if (cause && (isRecent || rootOf(serverId) === serverId)) planned.set(cause.key, group)
    }
  }
  for (const member of waiting) {
    const cause = causeOf(member)
    const group = planned.get(cause.key) ?? { id: undefined, cause, members: [] }
    planned.set(cause.key, group)
    group.members.push(member)
    // A dependency says more than the place.
    if (isDependency(cause.key)) group.cause = cause
  }
  return [...new Set(planned.values())].filter(({ members }) => members.length > 0)
}
