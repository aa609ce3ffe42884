import type { SilencedBy } from '../evaluation/silence.ts'
import type { TriggerMode } from '../rules/rule-schema.ts'
import type { Change, Reason } from './changes-store.ts'
import type { EventTiming } from './event-timing.ts'
import type { StateRow } from './states-store.ts'

/** Seconds without data after which an alert is closed: the sensor, disk or container no longer exists. */
const maxNoData = 86_400

/** What a transition depends on besides the state. */
export interface Context {
  /** epoch seconds */
  readonly now: number
  readonly mode: TriggerMode
  /** seconds between reminders in mode `always` */
  readonly reminderSeconds: number
  /** set while no one may be notified */
  readonly silencedBy: SilencedBy | undefined
  /** the rule has a notification group */
  readonly hasGroup: boolean
}

/** A state row without its keys and message. */
export type StateFields = Omit<StateRow, 'rule_id' | 'server_id' | 'source' | 'message_json'>

export type MessageKind = 'firing' | 'stillFiring' | 'resolved'

/** The next state, and what to record and send. */
export interface Transition {
  readonly state: StateFields
  readonly change?: {
    readonly change: Change
    readonly reason: Reason | null
    readonly suppressed: boolean
    /** what suppressed it */
    readonly silencedBy?: string | null
  }
  readonly notify?: 'triggered' | 'resolved'
  /** the new message of the alert; absent: unchanged */
  readonly message?: MessageKind
}

export const isFiring = (before: StateFields | undefined): before is StateFields & { readonly resolved_at: null } =>
  before !== undefined && before.resolved_at === null

/** Absolute, so that a clock that was set back neither silences alerts until it catches up nor triggers early reminders. */
export const isElapsed = (seconds: number, since: number, now: number) => Math.abs(now - since) >= seconds

function fire(before: StateFields | undefined, { now, silencedBy, hasGroup }: Context): Transition {
  const isSilenced = silencedBy !== undefined
  const isNotified = hasGroup && !isSilenced
  // The previous end was never sent, so recipients still believe the alert is firing and must get this end.
  const lastNotifiedAt = isSilenced && before?.resolution_pending ? before.last_notified_at : null
  return {
    state: {
      first_triggered_at: now,
      last_notified_at: isNotified ? now : lastNotifiedAt,
      count: 1,
      resolved_at: null,
      suppressed: isSilenced ? 1 : 0,
      silenced_by: silencedBy?.name ?? null,
      resolution_pending: 0,
      signal_pending: 0,
      last_match_at: now,
      no_data_since: null,
      acknowledged_at: null,
      acknowledged_by: null,
    },
    change: { change: 'fired', reason: null, suppressed: isSilenced, silencedBy: silencedBy?.name ?? null },
    message: 'firing',
    ...(isNotified && { notify: 'triggered' }),
  }
}

const remind = (state: StateFields, now: number, message: 'firing' | 'stillFiring'): Transition => ({
  state: { ...state, last_notified_at: now, suppressed: 0, silenced_by: null, signal_pending: 0 },
  notify: 'triggered',
  message,
})

const isDue = ({ last_notified_at: last }: StateFields, { mode, now }: Context, interval: number) =>
  mode === 'always' && (last === null || isElapsed(interval, last, now))

/** Sends the first notification if it was suppressed, or a reminder if one is due. */
function notifyWhileFiring(state: StateFields, context: Context, isReminderDue: boolean): Transition {
  if (context.silencedBy) return { state }
  if (!context.hasGroup) return { state: { ...state, suppressed: 0, silenced_by: null, signal_pending: 0 } }
  if (state.suppressed) return remind(state, context.now, 'firing')
  return isReminderDue ? remind(state, context.now, 'stillFiring') : { state }
}

/** All conditions hold. Someone who acknowledged the alert needs no reminders. */
export function onMatch(before: StateFields | undefined, context: Context): Transition {
  if (!isFiring(before)) return fire(before, context)
  const state: StateFields = { ...before, count: before.count + 1, last_match_at: context.now, no_data_since: null }
  const isReminderDue = before.acknowledged_at === null && isDue(before, context, context.reminderSeconds)
  // The message has the newest value.
  return { message: 'firing', ...notifyWhileFiring(state, context, isReminderDue) }
}

/** The conditions do not hold. Undefined when nothing changes. */
export function onNoMatch(
  before: StateFields | undefined,
  { now, silencedBy, hasGroup }: Context,
): Transition | undefined {
  const isSilenced = silencedBy !== undefined
  if (before === undefined) return undefined
  if (!isFiring(before)) {
    if (!before.resolution_pending || isSilenced) return undefined
    return { state: { ...before, resolution_pending: 0 }, ...(hasGroup && { notify: 'resolved' }) }
  }
  const wasNotified = before.last_notified_at !== null
  const isPending = wasNotified && isSilenced
  return {
    state: {
      ...before,
      resolved_at: now,
      resolution_pending: isPending ? 1 : 0,
      signal_pending: 0,
      no_data_since: null,
    },
    change: { change: 'resolved', reason: 'recovered', suppressed: isPending, silencedBy: silencedBy?.name ?? null },
    message: 'resolved',
    ...(wasNotified && !isSilenced && hasGroup && { notify: 'resolved' }),
  }
}

/**
 * Nobody knows whether the conditions hold, for example because the server is offline. The alert stays, without reminders: it
 * must not end as an all-clear.
 */
export function onNoData(before: StateFields | undefined, context: Context): Transition | undefined {
  if (!isFiring(before)) return onNoMatch(before, context)
  if (before.no_data_since !== null) {
    return isElapsed(maxNoData, before.no_data_since, context.now) ? onClose(before, 'no_data', context.now) : undefined
  }
  return {
    state: { ...before, no_data_since: context.now },
    change: { change: 'no_data', reason: null, suppressed: false },
  }
}

/** A signal arrived. If it cannot be sent now, it is sent with the next reminder. */
export function onSignal(before: StateFields | undefined, context: Context, timing: EventTiming): Transition {
  if (!isFiring(before)) return fire(before, context)
  const { interval, isDeduplicated } = timing
  const signal_pending = context.mode === 'always' && !before.suppressed && !isDeduplicated ? 1 : 0
  const state: StateFields = { ...before, count: before.count + 1, last_match_at: context.now, signal_pending }
  const isReminderDue = isDeduplicated
    ? before.acknowledged_at === null && isDue(before, { ...context, mode: 'always' }, interval)
    : isDue(before, context, interval)
  return { message: 'firing', ...notifyWhileFiring(state, context, isReminderDue) }
}

/** Periodic check of an event alert. Undefined when nothing changes. */
export function onTick(before: StateFields, context: Context, timing: EventTiming): Transition | undefined {
  if (isElapsed(timing.quiet, before.last_match_at, context.now)) return onClose(before, 'quiet', context.now)
  const isEventDue = before.signal_pending === 1 && isDue(before, context, timing.interval)
  if (context.silencedBy || !(isEventDue || before.suppressed)) return undefined
  return notifyWhileFiring(before, context, isEventDue)
}

/** Someone takes care of the alert, or no longer does. Undefined when nothing changes. */
export function onAcknowledge(before: StateFields, by: string | null, now: number): Transition | undefined {
  if (!isFiring(before) || (before.acknowledged_by === null) === (by === null)) return undefined
  return {
    state: { ...before, acknowledged_at: by === null ? null : now, acknowledged_by: by },
    change: { change: by === null ? 'unacknowledged' : 'acknowledged', reason: null, suppressed: false },
  }
}

/** The alert no longer applies. No one is notified. Undefined when nothing changes. */
export function onClose(before: StateFields, reason: Reason, now: number): Transition | undefined {
  if (!isFiring(before)) return before.resolution_pending ? { state: { ...before, resolution_pending: 0 } } : undefined
  return {
    state: { ...before, resolved_at: now, resolution_pending: 0, signal_pending: 0, no_data_since: null },
    change: { change: 'resolved', reason, suppressed: false },
    message: 'resolved',
  }
}
