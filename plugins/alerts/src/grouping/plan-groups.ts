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
  /** servers that a server depends on */
  dependsOn(serverId: string): readonly string[]
  nameOf(serverId: string): string
  /** the cause that a server has in common with others of its group or place; undefined without one */
  placeOf(serverId: string): Cause | undefined
}

/** An open alert group, and its servers that cannot be reached. */
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

/**
 * The server that explains why another one cannot be reached: the last unreachable one on the way along its dependencies.
 * The server itself when there is none.
 */
function makeRootOf(unreachable: ReadonlySet<string>, { dependsOn }: Pick<Surroundings, 'dependsOn'>) {
  const roots = new Map<string, string>()
  const rootOf = (serverId: string): string => {
    const known = roots.get(serverId)
    if (known !== undefined) return known
    roots.set(serverId, serverId)
    const next = dependsOn(serverId)
      .filter((id) => unreachable.has(id))
      .toSorted()[0]
    const root = next === undefined ? serverId : rootOf(next)
    roots.set(serverId, root)
    return root
  }
  return rootOf
}

/** Assigns waiting alerts to alert groups by their cause. */
export function planGroups(waiting: readonly MemberRow[], open: readonly OpenGroup[], facts: Surroundings): Planned[] {
  const { now, isOwnNetwork, nameOf, placeOf } = facts
  const unreachable = new Set(open.flatMap((group) => group.unreachable))
  for (const { reachability, resolved_at, server_id } of waiting) {
    if (reachability && resolved_at === null) unreachable.add(server_id)
  }
  const rootOf = makeRootOf(unreachable, facts)
  const explained = new Set([...unreachable].filter((id) => rootOf(id) !== id).map(rootOf))
  const dependencyOf = (serverId: string): Cause | undefined => {
    const root = rootOf(serverId)
    return explained.has(root) ? { key: `dependency:${root}`, name: nameOf(root) } : undefined
  }

  function causeOf(member: MemberRow): Cause {
    const { rule_id, server_id, reachability } = member
    if (isOwnNetwork && reachability) return { key: 'network:', name: '' }
    const dependency = reachability ? dependencyOf(server_id) : undefined
    if (dependency) return dependency
    return placeOf(server_id) ?? { key: `alert:${rule_id}:${server_id}`, name: '' }
  }

  const planned = new Map<string, Planned>()
  // The oldest group wins, so they are added from the newest on.
  for (const { id, cause_key, cause_name, last_joined_at, unreachable: servers } of open.toReversed()) {
    const group: Planned = { id, cause: { key: cause_key, name: cause_name }, members: [] }
    const isRecent = Math.abs(now - last_joined_at) < joinPeriod
    if (isRecent) planned.set(cause_key, group)
    // What depends on a server joins its group as long as that server cannot be reached.
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
    if (kindOf(cause.key) === 'dependency') group.cause = cause
  }
  return [...new Set(planned.values())].filter(({ members }) => members.length > 0)
}
