import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { AlertSubjects, Notice, NoticeThread, RuleType } from '../contract.ts'
import type { GroupRow, GroupsStore } from '../notifications/groups/groups-store.ts'
import type { Condition } from '../rules/rule-schema.ts'
import type { RuleRow } from '../rules/rules-store.ts'
import type { AlertGroupRow, AlertGroupsStore, AudienceRow, MemberRow, NewMember } from './alert-groups-store.ts'
import type { Dependencies } from './dependencies.ts'
import type { GroupMessages } from './group-messages.ts'
import type { OwnNetwork } from './own-network.ts'
import { makePlaceOf } from './place.ts'
import { type Planned, planGroups } from './plan-groups.ts'
import { type IsQuiet, quietOf } from './quiet-hours.ts'

/** Seconds between messages that only say what changed, on channels that cannot replace the first one. */
const followUpInterval = 300
/** Alerts of a group remind at different times; within so many seconds after a message, a reminder waits. */
const minReminderInterval = 150
/** Seconds after which quiet hours are looked at again. */
const quietRecheck = 60
/** A time further ahead was set before the clock was set back. */
const maxAhead = 900

/** Messages written between two turns of the event loop. */
const audiencesPerTurn = 20

/** Sends a rendered message to channels of a notification group. */
export type SendToGroup = (
  groupId: string,
  write: (canReplace: boolean) => ReturnType<GroupMessages> | undefined,
  skippedGroupIds: readonly string[],
) => void

interface Context {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Logger
  readonly servers: Pick<Servers, 'placement'>
  readonly types: Registry<RuleType>
  readonly subjects: Registry<AlertSubjects>
  readonly store: AlertGroupsStore
  readonly groups: Pick<GroupsStore, 'get'>
  readonly dependencies: Pick<Dependencies, 'nameOf' | 'snapshot' | 'unreachable'>
  readonly ownNetwork: OwnNetwork
  readonly isQuiet: IsQuiet
  /** someone has acknowledged or silenced the alert */
  isMuted(ruleId: string, serverId: string, source: string): boolean
  readonly write: GroupMessages
  /** queues a notification of its own, in the caller's transaction */
  notify(groupId: string, notice: Notice): void
  readonly send: SendToGroup
}

/** A change of an alert. */
export interface AlertUpdate {
  readonly rule: Pick<RuleRow, 'id' | 'notification_group_id' | 'immediate' | 'conditions_json'>
  readonly server: { readonly id: string; readonly name: string }
  readonly source: string
  readonly notify: 'triggered' | 'resolved' | undefined
  /** the alert is resolved, and nothing is left to send about it */
  readonly isOver: boolean
  /** called only when someone is to be notified */
  notice(event: 'triggered' | 'resolved'): Notice
}

/** When something is to be sent to an audience; null: never. */
const dueOf = ({ update_due_at, follow_up_due_at, reminder_due_at }: Omit<AudienceRow, 'due_at'>): number | null => {
  const times = [update_due_at, follow_up_due_at, reminder_due_at].filter((time) => time !== null)
  return times.length > 0 ? Math.min(...times) : null
}

/** Without a group by time: each alert is announced at once, and alone. */
const isPlain = ({ wait_seconds, quiet_from, escalation_minutes }: GroupRow) =>
  wait_seconds === 0 && quiet_from === null && escalation_minutes === null

/**
 * Turns alerts of one cause into one message. Alerts wait for the window of their notification group, in a table, so that
 * a crash loses none; then each joins the alert group of its cause. What is to be sent is read from the tables: the state
 * of a group and the queued message change in one transaction.
 */
export function makeGrouper(context: Context) {
  const { db, clock, log, types, subjects, store, groups, dependencies, ownNetwork, isQuiet, write, notify, send } =
    context
  const now = () => toSeconds(clock.now())
  let cancelWake = () => {}
  let wakesAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | undefined

  /** Runs after so many seconds at the latest. */
  function wakeIn(seconds: number): void {
    const at = clock.now() + seconds * 1000
    if (at >= wakesAt && wakesAt > clock.now()) return
    cancelWake()
    wakesAt = at
    cancelWake = clock.after(seconds * 1000, () => {
      wakesAt = Number.POSITIVE_INFINITY
      void flush()
    })
  }

  const isReachability = ({ conditions_json }: Pick<RuleRow, 'conditions_json'>) =>
    (JSON.parse(conditions_json) as Condition[]).some(({ rule_type }) => types.get(rule_type)?.isReachability === true)

  function putAudience(row: Omit<AudienceRow, 'due_at'>, due = dueOf(row)): void {
    store.putAudience({ ...row, due_at: due })
  }

  /** The list of alerts of a group has changed. */
  function changed(group: AlertGroupRow): void {
    const at = now()
    const wait = groups.get(group.notification_group_id)?.wait_seconds ?? 0
    for (const audience of store.audiences(group.id)) {
      if (audience.announced_at === null) continue
      const { update_due_at, follow_up_due_at, sent_at } = audience
      putAudience({
        ...audience,
        update_due_at: update_due_at ?? at + wait,
        follow_up_due_at: follow_up_due_at ?? Math.max(at + wait, (sent_at ?? at) + followUpInterval),
      })
    }
    wakeIn(wait)
  }

  /** All alerts of a group are resolved. */
  function close(group: AlertGroupRow): void {
    const at = now()
    store.close(group.id, at)
    for (const audience of store.audiences(group.id)) putAudience(audience, at)
    wakeIn(0)
  }

  function resolve(member: MemberRow, notice: Notice | undefined): void {
    store.resolve(member.id, now(), notice ? 1 : 0, notice ? JSON.stringify(notice) : member.notice_json)
    const group = member.alert_group_id === null ? undefined : store.get(member.alert_group_id)
    if (!group) return
    if (notice) store.count(group.id, 1, 0)
    if (store.hasOpen(group.id)) changed(group)
    else close(group)
  }

  function remind(member: MemberRow, notice: Notice): void {
    store.remind(member.id, JSON.stringify(notice))
    if (member.alert_group_id === null) return
    const at = now()
    store.count(member.alert_group_id, 1, 0)
    for (const audience of store.audiences(member.alert_group_id)) {
      if (audience.announced_at === null || audience.reminder_due_at !== null) continue
      const last = audience.sent_at ?? at
      putAudience({ ...audience, reminder_due_at: last > at ? at : Math.max(at, last + minReminderInterval) })
    }
    // At the end of the pass, when its other alerts have reminded, too.
    wakeIn(1)
  }

  /** An alert ended; `last` is undefined if no one is notified. */
  function end(
    { ruleId, subjectId, source = '' }: Pick<Notice, 'ruleId' | 'subjectId' | 'source'>,
    groupId: string | null,
    last: Notice | undefined,
  ): void {
    const open = store.openMembers(ruleId, subjectId, source)
    for (const member of open) resolve(member, last)
    if (last && open.length === 0 && groupId !== null) notify(groupId, last)
  }

  /** An alert fired, or reminds. */
  function fire(
    groupId: string | null,
    notice: () => Notice,
    isImmediate: boolean,
    member: Omit<NewMember, 'notification_group_id' | 'notice_json' | 'created_at'>,
  ): void {
    const group = groupId === null ? undefined : groups.get(groupId)
    if (!group) return
    const open = store
      .openMembers(member.rule_id, member.server_id, member.source)
      .find(({ notification_group_id }) => notification_group_id === group.id)
    if (open) remind(open, notice())
    else if (isImmediate || isPlain(group)) notify(group.id, notice())
    else {
      const notice_json = JSON.stringify(notice())
      store.insertMember({ ...member, notification_group_id: group.id, notice_json, created_at: now() })
      wakeIn(group.wait_seconds)
    }
  }

  /** In the transaction that records the change of the alert. */
  function record({ rule, server, source, notify: event, isOver, notice }: AlertUpdate): void {
    if (!event && !isOver) return
    const groupId = rule.notification_group_id
    if (event !== 'triggered') {
      end({ ruleId: rule.id, subjectId: server.id, source }, groupId, event && notice(event))
      return
    }
    fire(groupId, () => notice(event), rule.immediate === 1, {
      rule_id: rule.id,
      subject_kind: 'server',
      server_id: server.id,
      source,
      server_name: server.name,
      reachability: isReachability(rule) ? 1 : 0,
    })
  }

  /** A notification about a subject other than a server, in the transaction that records its state. */
  function notifySubject(groupId: string | null, notice: Notice): void {
    const { event, ruleId, subjectId, subjectKind, subjectName, source = '' } = notice
    if (subjectKind === undefined || !subjects.get(subjectKind)) {
      if (groupId !== null) notify(groupId, notice)
      return
    }
    if (event !== 'triggered') end(notice, groupId, notice)
    else {
      fire(groupId, () => notice, false, {
        rule_id: ruleId,
        subject_kind: subjectKind,
        server_id: subjectId,
        source,
        server_name: subjectName,
        reachability: 1,
      })
    }
  }

  /** No one is notified. */
  function closeSubject(kind: string, id: string): void {
    for (const member of store.openOf(kind, id)) resolve(member, undefined)
  }

  /** Subjects that were deleted while this plugin was off, or whose plugin is off: nobody would tell of their recovery. */
  function closeDeletedSubjects(): void {
    const deleted = store.openSubjects().filter((one) => !subjects.get(one.subject_kind)?.get(one.server_id))
    if (deleted.length === 0) return
    db.transaction(() => {
      for (const { subject_kind, server_id } of deleted) closeSubject(subject_kind, server_id)
    })
  }

  /** Creates or extends an alert group. */
  function put({ id, cause, members }: Planned, group: GroupRow): void {
    const at = now()
    const before = id === undefined ? undefined : store.get(id)
    const firstAt = Math.min(...members.map(({ created_at }) => created_at))
    const key = { id: before?.id ?? randomUUID(), cause_key: cause.key, cause_name: cause.name, last_joined_at: at }
    if (before) store.join(key)
    else {
      const { escalation_minutes: minutes, escalation_group_id: target } = group
      const escalate_at = minutes === null || target === null ? null : firstAt + minutes * 60
      store.insert({ ...key, notification_group_id: group.id, first_at: firstAt, escalate_at })
    }
    for (const member of members) store.assign(member.id, key.id)
    const notices = members.reduce((sum, member) => sum + member.notices, 0)
    store.count(key.id, notices, 0)
    const current = store.get(key.id)
    if (!current) return
    if (!before) addAudience(current, group.id, 0)
    else changed(current)
    if (!store.hasOpen(key.id)) close(current)
  }

  const addAudience = (group: AlertGroupRow, notificationGroupId: string, position: number) =>
    putAudience(
      {
        alert_group_id: group.id,
        notification_group_id: notificationGroupId,
        position,
        ...{ announced_at: null, sent_at: null, update_due_at: null, follow_up_due_at: null, reminder_due_at: null },
      },
      now(),
    )

  /** Assigns the waiting alerts of a notification group to alert groups. */
  function plan(group: GroupRow, isOwnNetwork: boolean, targets: ReadonlySet<string>): void {
    const unreachable = Map.groupBy(store.unreachable(group.id), ({ alert_group_id }) => alert_group_id)
    const open = store.open(group.id).map((row) => ({
      ...row,
      unreachable: (unreachable.get(row.id) ?? []).map(({ server_id }) => server_id),
    }))
    const kinds = group.wait_seconds === 0 ? [] : (JSON.parse(group.group_by) as string[])
    const planned = planGroups(store.waiting(group.id), open, {
      now: now(),
      isOwnNetwork,
      unreachable: targets,
      placeOf: makePlaceOf(context, kinds),
      dependsOn: group.wait_seconds === 0 ? () => [] : dependencies.snapshot(),
      nameOf: dependencies.nameOf,
    })
    for (const one of planned) put(one, group)
  }

  /** Decides on the next message to an audience, and queues it. */
  function deliver(audience: AudienceRow): void {
    const at = now()
    const group = store.get(audience.alert_group_id)
    const notificationGroup = groups.get(audience.notification_group_id)
    if (!group || !notificationGroup) return
    if (isQuiet(quietOf(notificationGroup), clock.now())) {
      putAudience(audience, at + quietRecheck)
      return
    }
    const members = store.members(group.id)
    const earlier = store.audiences(group.id).filter(({ position }) => position < audience.position)
    const skipped = earlier.map(({ notification_group_id }) => notification_group_id)
    const isEscalated = audience.position > 0
    const message = (kind: NoticeThread['kind']) => write({ group, members, kind, isEscalated, now: at })
    const sendAll = (kind: NoticeThread['kind']) => {
      const written = message(kind)
      send(audience.notification_group_id, () => written, skipped)
      store.count(group.id, 0, 1)
    }
    const nothingDue = { update_due_at: null, follow_up_due_at: null, reminder_due_at: null }
    const isAnnounced = audience.announced_at !== null

    if (group.closed_at !== null) {
      // An alert that recovered before anyone was told of it is told as a recovery; escalation is too late then.
      const wasRecovered = members.some(({ recovered }) => recovered === 1)
      if (wasRecovered && (isAnnounced || !isEscalated)) sendAll('end')
      putAudience({ ...audience, ...nothingDue }, null)
      return
    }
    if (!isAnnounced) {
      sendAll('opening')
      putAudience({ ...audience, ...nothingDue, announced_at: at, sent_at: at })
      return
    }
    const isDue = (time: number | null) => time !== null && (time <= at || time > at + maxAhead)
    if (isDue(audience.reminder_due_at)) {
      sendAll('reminder')
      putAudience({ ...audience, ...nothingDue, sent_at: at })
      return
    }
    const [replaces, follows] = [isDue(audience.update_due_at), isDue(audience.follow_up_due_at)]
    const [update, followUp] = [message('update'), message('follow_up')]
    let sent = 0
    send(
      audience.notification_group_id,
      (canReplace) => {
        if (canReplace) return replaces ? update : undefined
        if (follows) sent = 1
        return follows ? followUp : undefined
      },
      skipped,
    )
    store.count(group.id, 0, sent)
    putAudience({
      ...audience,
      ...(replaces && { update_due_at: null }),
      ...(follows && { follow_up_due_at: null, sent_at: at }),
    })
  }

  function escalate(group: AlertGroupRow): void {
    store.stopEscalation(group.id)
    const target = groups.get(group.notification_group_id)?.escalation_group_id
    const open = store.members(group.id).filter(({ resolved_at }) => resolved_at === null)
    if (open.every((one) => context.isMuted(one.rule_id, one.server_id, one.source))) return
    if (target && groups.get(target)) addAudience(group, target, 1)
  }

  /** In one transaction. A failure affects no other group, and is tried again by the job. */
  function attempt(act: () => void): void {
    try {
      db.transaction(act)
    } catch (err) {
      log.error({ err }, 'grouping alerts failed; retrying')
    }
  }

  /** Notification groups whose window is over. */
  const isWindowOver = (group: GroupRow, since: number) => Math.abs(now() - since) >= group.wait_seconds

  async function run(): Promise<void> {
    for (const { id, since } of store.waitingGroups()) {
      const group = groups.get(id)
      if (!group) {
        store.dropWaiting(id)
        continue
      }
      if (!isWindowOver(group, since)) {
        wakeIn(since + group.wait_seconds - now())
        continue
      }
      const unreachable = store.waiting(id).filter(({ reachability }) => reachability)
      const lost = new Set(unreachable.filter((row) => row.subject_kind === 'server').map((row) => row.server_id))
      const isOwnNetwork = await ownNetwork(lost.size)
      const targets = unreachable.length > 0 ? await dependencies.unreachable() : new Set<string>()
      attempt(() => plan(group, isOwnNetwork, targets))
      await setImmediate()
    }
    for (const group of store.escalating(now())) attempt(() => escalate(group))
    for (const [i, audience] of store.due(now(), now() + maxAhead).entries()) {
      if (i > 0 && i % audiencesPerTurn === 0) await setImmediate()
      attempt(() => deliver(audience))
    }
  }

  /** Groups what waits and queues what is due. Never rejects; what fails is tried again by the job. */
  async function flush(): Promise<void> {
    while (running) await running
    running = run()
      .catch((err: unknown) => log.error({ err }, 'grouping alerts failed; retrying'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    record,
    notifySubject,
    closeSubject,
    closeDeletedSubjects,
    flush,
    async close() {
      cancelWake()
      await running
    },
  }
}
export type Grouper = ReturnType<typeof makeGrouper>
