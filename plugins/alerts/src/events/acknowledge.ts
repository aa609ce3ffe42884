import { type Clock, notFound, toSeconds } from '@svc/plugin-sdk'
import { acknowledgedMessage } from '../messages/alert-messages.ts'
import type { RuleRow } from '../rules/rules-store.ts'
import type { RecordTransition } from './record.ts'
import type { StateRow } from './states-store.ts'
import { onAcknowledge } from './transitions.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly record: RecordTransition
}

/** The alert that someone takes care of. */
interface Acknowledged {
  readonly rule: RuleRow
  readonly server: { readonly id: string; readonly name: string }
  readonly state: StateRow
}

/** Stores who takes care of a firing alert; null: nobody any more. Returns whether that changed. */
export const makeAcknowledge =
  ({ clock, record }: Dependencies) =>
  ({ rule, server, state }: Acknowledged, by: string | null): boolean => {
    if (state.resolved_at !== null) throw notFound('alerts.UNKNOWN_ALERT')
    const now = toSeconds(clock.now())
    const transition = onAcknowledge(state, by, now)
    if (transition) {
      const entry = acknowledgedMessage(server, by)
      record({ rule, server, before: state, now, message: () => entry, entry }, transition)
    }
    return transition !== undefined
  }
export type Acknowledge = ReturnType<typeof makeAcknowledge>
