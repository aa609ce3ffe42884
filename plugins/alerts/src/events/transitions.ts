import type { SilencedBy } from '../evaluation/silence.ts'
import type { TriggerMode } from '../rules/rule-schema.ts'
import type { Change, Reason } from './changes-store.ts'
import type { StateRow } from './states-store.ts'

/** seconds between reminders in mode `always` */
export const reminderInterval = 300
/** seconds without a signal after which the alert of an event is closed */
const quietPeriod = 600

/** What a transition depends on besides the state. */
export interface Context {
  /** epoch seconds */
  readonly now: number
  readonly mode: TriggerMode
  /** set while no one may be notified */
  readonly silencedBy: SilencedBy | undefined
  /** the rule has a notification group */
  readonly hasGroup: boolean
}

/** A state row without its keys and message. */
export type StateFields = Omit<StateRow, 'rule_id' | 'server_id' | 'message_json'>

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

const isFiring = (before: StateFields | undefined): before is StateFields & { readonly resolved_at: null } =>
  before !== undefined && before.resolved_at === null

/** Absolute, so that a clock that was set back neither silences alerts until it catches up nor triggers early reminders. */
const isElapsed = (seconds: number, since: number, now: number) => Math.abs(now - since) >= seconds

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
    },
    change: { change: 'fired', reason: null, suppressed: isSilenced, silencedBy: silencedBy?.name ?? null },
    message: 'firing',
    ...(isNotified && { notify: 'triggered' }),
  }
}

const remind = (state: StateFields, now: number, message: 'firing' | 'stillFiring'): Transition => ({
  state: { ...state, last_notified_at: now, suppressed: 0, silenced_by: null, signal_pending: 0 },
  change: { change: 'reminded', reason: null, suppressed: false },
  notify: 'triggered',
  message,
})

const isReminderDue = ({ last_notified_at: last }: StateFields, { mode, now }: Context) =>
  mode === 'always' && (last === null || isElapsed(reminderInterval, last, now))

/** Sends the first notification if it was suppressed, or a reminder if one is due. */
function notifyWhileFiring(state: StateFields, context: Context, isDue: boolean): Transition {
  if (context.silencedBy) return { state }
  if (!context.hasGroup) return { state: { ...state, suppressed: 0, silenced_by: null, signal_pending: 0 } }
  if (state.suppressed) return remind(state, context.now, 'firing')
  return isDue ? remind(state, context.now, 'stillFiring') : { state }
}

/** All conditions hold. */
export function onMatch(before: StateFields | undefined, context: Context): Transition {
  if (!isFiring(before)) return fire(before, context)
  const state: StateFields = { ...before, count: before.count + 1, last_match_at: context.now }
  return notifyWhileFiring(state, context, isReminderDue(before, context))
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
    state: { ...before, resolved_at: now, resolution_pending: isPending ? 1 : 0, signal_pending: 0 },
    change: { change: 'resolved', reason: 'recovered', suppressed: isPending, silencedBy: silencedBy?.name ?? null },
    message: 'resolved',
    ...(wasNotified && !isSilenced && hasGroup && { notify: 'resolved' }),
  }
}

/** A signal arrived. If it cannot be sent now, it is sent with the next reminder. */
export function onSignal(before: StateFields | undefined, context: Context): Transition {
  if (!isFiring(before)) return fire(before, context)
  const signal_pending = context.mode === 'always' && !before.suppressed ? 1 : 0
  const state: StateFields = { ...before, count: before.count + 1, last_match_at: context.now, signal_pending }
  return { message: 'firing', ...notifyWhileFiring(state, context, isReminderDue(before, context)) }
}

/** Periodic check of an event alert. Undefined when nothing changes. */
export function onTick(before: StateFields, context: Context): Transition | undefined {
  if (isElapsed(quietPeriod, before.last_match_at, context.now)) return onClose(before, 'quiet', context.now)
  const isDue = before.signal_pending === 1 && isReminderDue(before, context)
  if (context.silencedBy || !(isDue || before.suppressed)) return undefined
  return notifyWhileFiring(before, context, isDue)
}

/** The alert no longer applies. No one is notified. Undefined when nothing changes. */
export function onClose(before: StateFields, reason: Reason, now: number): Transition | undefined {
  if (!isFiring(before)) return before.resolution_pending ? { state: { ...before, resolution_pending: 0 } } : undefined
  return {
    state: { ...before, resolved_at: now, resolution_pending: 0, signal_pending: 0 },
    change: { change: 'resolved', reason, suppressed: false },
    message: 'resolved',
  }
}
