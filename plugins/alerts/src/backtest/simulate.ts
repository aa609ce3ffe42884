import { onMatch, onNoMatch, type StateFields } from '../events/transitions.ts'
import type { MemberRow } from '../grouping/alert-groups-store.ts'
import { type Cause, type OpenGroup, planGroups } from '../grouping/plan-groups.ts'
import { makeIsQuiet, type QuietHours } from '../grouping/quiet-hours.ts'
import type { TriggerMode } from '../rules/rule-schema.ts'

/** A server, and when all conditions of the rule held on it. */
export interface Timeline {
  readonly serverId: string
  /** start and exclusive end of each span in minutes since the epoch, flattened */
  readonly minutes: Uint32Array
}

/** How the notification group of the rule groups alerts. */
export interface SimulatedGrouping {
  readonly waitSeconds: number
  /** the cause that each server has in common with others */
  readonly causes: ReadonlyMap<string, Cause>
  readonly dependsOn: ReadonlyMap<string, readonly string[]>
  readonly isReachability: boolean
  /** absent: messages are sent at any time */
  readonly quiet?: QuietHours & { readonly timeZone: string }
}

export interface SimulationInput {
  readonly timelines: readonly Timeline[]
  readonly mode: TriggerMode
  /** between reminders in mode `always` */
  readonly reminderSeconds: number
  /** exclusive end in minutes; alerts that still fire then do not recover */
  readonly to: number
  /** absent: each alert is a message */
  readonly grouping?: SimulatedGrouping
}

export interface SimulatedServer {
  readonly serverId: string
  readonly alerts: number
  readonly seconds: number
  readonly longest: number
  /** epoch seconds at which each alert fired */
  readonly firedAt: readonly number[]
}

export interface Simulation {
  readonly servers: readonly SimulatedServer[]
  /** messages without grouping */
  readonly notices: number
  /** messages; undefined when there are too many alerts to group */
  readonly messages: number | undefined
}

interface Event {
  readonly at: number
  readonly serverId: string
  readonly kind: 'fired' | 'reminded' | 'resolved'
}

/** More alerts are not grouped: nobody keeps a rule that fires so often. */
const maxGrouped = 5000

/** Runs the transitions of an alert over the spans of a server. */
function simulateServer(
  { serverId, minutes }: Timeline,
  { mode, reminderSeconds, to }: Pick<SimulationInput, 'mode' | 'reminderSeconds' | 'to'>,
) {
  const events: Event[] = []
  const firedAt: number[] = []
  let [seconds, longest] = [0, 0]
  let state: StateFields | undefined
  const context = (now: number) => ({ now, mode, reminderSeconds, silencedBy: undefined, hasGroup: true })
  for (let i = 0; i < minutes.length; i += 2) {
    const [start, end] = [(minutes[i] as number) * 60, (minutes[i + 1] as number) * 60]
    firedAt.push(start)
    seconds += end - start
    longest = Math.max(longest, end - start)
    // In between, an evaluation changes nothing that anyone is notified of.
    const step = mode === 'always' ? reminderSeconds : end - start
    for (let now = start; now < end; now += step) {
      const transition = onMatch(state, context(now))
      state = transition.state
      if (transition.notify) events.push({ at: now, serverId, kind: now === start ? 'fired' : 'reminded' })
    }
    if (end >= to * 60) break
    const transition = onNoMatch(state, context(end))
    state = transition?.state ?? state
    if (transition?.notify) events.push({ at: end, serverId, kind: 'resolved' })
  }
  return { server: { serverId, alerts: firedAt.length, seconds, longest, firedAt }, events }
}

/** Alerts that are one message. */
interface Group {
  readonly id: string
  cause: Cause
  lastJoinedAt: number
  /** servers that still fire */
  readonly open: Set<string>
  remindedAt: number
  /** a message waits for the end of quiet hours */
  isDelayed: boolean
}

/** A function that tells when the quiet hours end in which a time is, in seconds; the time itself outside of them. */
function makeQuietEnd(quiet: SimulatedGrouping['quiet']): (at: number) => number {
  if (!quiet) return (at) => at
  const isQuiet = makeIsQuiet(quiet.timeZone)
  let [since, until] = [0, 0]
  return (at) => {
    if (at >= since && at < until) return until
    let end = at
    while (isQuiet(quiet, end * 1000)) end += 60 - (end % 60)
    if (end > at) [since, until] = [at, end]
    return end
  }
}

/** Counts the messages about alerts that are grouped like real ones. Follow-ups are not counted. */
function countMessages(events: readonly Event[], grouping: SimulatedGrouping, reminderSeconds: number): number {
  const { waitSeconds, causes, dependsOn, isReachability } = grouping
  const quietEnd = makeQuietEnd(grouping.quiet)
  let quietUntil = Number.POSITIVE_INFINITY
  const groups = new Map<string, Group>()
  const groupOf = new Map<string, Group>()
  let waiting: MemberRow[] = []
  let [messages, lastId] = [0, 0]

  /** Counts a message about a group, now or when quiet hours end. */
  function send(group: Group, now: number): void {
    const end = quietEnd(now)
    group.isDelayed = end > now
    if (group.isDelayed) quietUntil = end
    else messages += 1
  }

  /** Counts what was delayed, about groups that still fire: those that do not are only notified as a recovery. */
  function sendDelayed(now: number): void {
    // What happens at the very end comes first, as in an evaluation.
    if (now <= quietUntil) return
    quietUntil = Number.POSITIVE_INFINITY
    for (const group of groups.values()) {
      if (group.isDelayed) messages += 1
      group.isDelayed = false
    }
  }

  function flush(now: number): void {
    sendDelayed(now)
    const open = [...groups.values()].map(
      ({ id, cause, lastJoinedAt, open }): OpenGroup => ({
        id,
        cause_key: cause.key,
        cause_name: cause.name,
        last_joined_at: lastJoinedAt,
        unreachable: isReachability ? [...open] : [],
      }),
    )
    const planned = planGroups(waiting, open, {
      now,
      isOwnNetwork: false,
      unreachable: new Set(),
      dependsOn: (id) => dependsOn.get(id) ?? [],
      nameOf: (id) => id,
      placeOf: ({ server_id }) => causes.get(server_id),
    })
    for (const { id, cause, members } of planned) {
      const existing = id === undefined ? undefined : groups.get(id)
      lastId += 1
      const created = {
        id: String(lastId),
        cause,
        lastJoinedAt: now,
        open: new Set<string>(),
        remindedAt: now,
        isDelayed: false,
      }
      const group: Group = existing ?? created
      group.cause = cause
      group.lastJoinedAt = now
      for (const { server_id, resolved_at } of members) {
        if (resolved_at !== null) continue
        group.open.add(server_id)
        groupOf.set(server_id, group)
      }
      // Alerts that recovered while they waited are only notified as a recovery.
      if (group.open.size === 0) messages += 1
      else if (!existing) {
        groups.set(group.id, group)
        send(group, now)
      }
    }
    waiting = []
  }

  const flushUntil = (now: number) => {
    const since = waiting[0]?.created_at
    if (since !== undefined && now - since >= waitSeconds) flush(since + waitSeconds)
  }

  for (const { at, serverId, kind } of events) {
    flushUntil(at)
    sendDelayed(at)
    const group = groupOf.get(serverId)
    if (kind === 'fired') {
      waiting.push({
        ...{
          id: waiting.length,
          alert_group_id: null,
          notification_group_id: '',
          rule_id: '',
          subject_kind: 'server',
          server_id: serverId,
          source: '',
        },
        ...{ server_name: '', reachability: isReachability ? 1 : 0, notice_json: '', created_at: at },
        ...{ resolved_at: null, recovered: 0, notices: 1 },
      })
    } else if (kind === 'reminded') {
      // The alerts of a group remind together.
      if (!group || at - group.remindedAt < reminderSeconds / 2) continue
      group.remindedAt = at
      send(group, at)
    } else if (group) {
      groupOf.delete(serverId)
      group.open.delete(serverId)
      if (group.open.size > 0) continue
      groups.delete(group.id)
      messages += 1
    } else {
      waiting = waiting.map((member) => (member.server_id === serverId ? { ...member, resolved_at: at } : member))
    }
  }
  flushUntil(Number.POSITIVE_INFINITY)
  sendDelayed(Number.POSITIVE_INFINITY)
  return messages
}

/** What a rule would have done: an evaluation each minute, through the transitions and the grouping of alerts. */
export function simulate({ timelines, grouping, ...input }: SimulationInput): Simulation {
  const simulated = timelines.map((timeline) => simulateServer(timeline, input))
  const servers = simulated.map(({ server }) => server).filter(({ alerts }) => alerts > 0)
  const notices = simulated.reduce((sum, { events }) => sum + events.length, 0)
  if (!grouping) return { servers, notices, messages: notices }
  const alerts = servers.reduce((sum, server) => sum + server.alerts, 0)
  if (alerts > maxGrouped) return { servers, notices, messages: undefined }
  const order = { fired: 0, reminded: 1, resolved: 2 } as const
  const events = simulated.flatMap((one) => one.events).sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind])
  return { servers, notices, messages: countMessages(events, grouping, input.reminderSeconds) }
}
