import type { TriggerMode } from '../rules/rule.ts'
import type { Change, Reason, StateRow } from './state.ts'

/** seconds after which a rule of mode `always` tells again */
const remindAfter = 300
/** seconds without a signal after which an event is over */
const quietAfter = 600

/** What a step depends on beside the state. */
export interface Circumstances {
  /** epoch seconds */
  readonly now: number
  readonly mode: TriggerMode
  /** a gate holds the server: nobody is told */
  readonly held: boolean
  /** the rule has somebody to tell */
  readonly audience: boolean
}

/** A state without its keys and message. */
export type Standing = Omit<StateRow, 'rule_id' | 'server_id' | 'message_en' | 'message_zh'>

/** What follows. Nothing of a member that is absent. */
export interface Outcome {
  readonly standing: Standing
  readonly change?: { readonly change: Change; readonly reason: Reason | null; readonly suppressed: boolean }
  readonly tell?: 'triggered' | 'resolved'
  /** the words of the state: it fires, fires still, or is over */
  readonly says?: 'fires' | 'still' | 'over'
}

const isFiring = (before: Standing | undefined): before is Standing & { readonly resolved_at: null } =>
  before !== undefined && before.resolved_at === null

/** A clock that was set back must not silence anybody until it has caught up; one that is corrected a little is no reason to speak. */
const isLongerThan = (seconds: number, since: number, now: number) => Math.abs(now - since) >= seconds

function fire(before: Standing | undefined, { now, held, audience }: Circumstances): Outcome {
  const told = audience && !held
  // whoever still is to be told of the end of the one before believes that it fires, and will be told of this end
  const known = held && before?.owed ? before.last_notified_at : null
  return {
    standing: {
      first_triggered_at: now,
      last_notified_at: told ? now : known,
      count: 1,
      resolved_at: null,
      suppressed: held ? 1 : 0,
      owed: 0,
      waiting: 0,
      heard_at: now,
    },
    change: { change: 'fired', reason: null, suppressed: held },
    says: 'fires',
    ...(told && { tell: 'triggered' }),
  }
}

const told = (standing: Standing, now: number, says: 'fires' | 'still'): Outcome => ({
  standing: { ...standing, last_notified_at: now, suppressed: 0, waiting: 0 },
  change: { change: 'reminded', reason: null, suppressed: false },
  tell: 'triggered',
  says,
})

const isDue = ({ last_notified_at: last }: Standing, { mode, now }: Circumstances) =>
  mode === 'always' && (last === null || isLongerThan(remindAfter, last, now))

/** What a firing state is to say now: that it fires, when a gate kept that back; that it still does, when that is due. */
function speak(standing: Standing, at: Circumstances, due: boolean): Outcome {
  if (at.held) return { standing }
  if (!at.audience) return { standing: { ...standing, suppressed: 0, waiting: 0 } }
  if (standing.suppressed) return told(standing, at.now, 'fires')
  return due ? told(standing, at.now, 'still') : { standing }
}

/** The conditions hold. */
export function onMatch(before: Standing | undefined, at: Circumstances): Outcome {
  if (!isFiring(before)) return fire(before, at)
  const standing: Standing = { ...before, count: before.count + 1, heard_at: at.now }
  return speak(standing, at, isDue(before, at))
}

/** The conditions do not hold. Undefined when there is nothing to do. */
export function onNoMatch(before: Standing | undefined, { now, held, audience }: Circumstances): Outcome | undefined {
  if (before === undefined) return undefined
  if (!isFiring(before)) {
    if (!before.owed || held) return undefined
    return { standing: { ...before, owed: 0 }, ...(audience && { tell: 'resolved' }) }
  }
  const wasTold = before.last_notified_at !== null
  const owed = wasTold && held
  return {
    standing: { ...before, resolved_at: now, owed: owed ? 1 : 0, waiting: 0 },
    change: { change: 'resolved', reason: 'recovered', suppressed: owed },
    says: 'over',
    ...(wasTold && !held && audience && { tell: 'resolved' }),
  }
}

/** A signal came. One that nobody is told of at once is told of later, when the rule tells again. */
export function onSignal(before: Standing | undefined, at: Circumstances): Outcome {
  if (!isFiring(before)) return fire(before, at)
  const waiting = at.mode === 'always' && !before.suppressed ? 1 : 0
  const standing: Standing = { ...before, count: before.count + 1, heard_at: at.now, waiting }
  return { says: 'fires', ...speak(standing, at, isDue(before, at)) }
}

/** Time passed for an event that fires. Undefined when there is nothing to do. */
export function onTime(before: Standing, at: Circumstances): Outcome | undefined {
  if (isLongerThan(quietAfter, before.heard_at, at.now)) return onVoid(before, 'quiet', at.now)
  const due = before.waiting === 1 && isDue(before, at)
  if (at.held || !(due || before.suppressed)) return undefined
  return speak(before, at, due)
}

/** It does not apply any more, which is nothing that anybody has to be told. Undefined when there is nothing to do. */
export function onVoid(before: Standing, reason: Reason, now: number): Outcome | undefined {
  if (!isFiring(before)) return before.owed ? { standing: { ...before, owed: 0 } } : undefined
  return {
    standing: { ...before, resolved_at: now, owed: 0, waiting: 0 },
    change: { change: 'resolved', reason, suppressed: false },
    says: 'over',
  }
}
