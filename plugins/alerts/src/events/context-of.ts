import type { ActiveSilence } from '../evaluation/silence.ts'
import type { RuleRow } from '../rules/rules-store.ts'
import type { Context } from './transitions.ts'

/** What the transitions of an alert depend on. */
export const contextOf = (
  rule: Pick<RuleRow, 'id' | 'trigger_mode' | 'reminder_minutes' | 'notification_group_id'>,
  serverId: string,
  silence: ActiveSilence,
  now: number,
): Context => ({
  now,
  mode: rule.trigger_mode,
  reminderSeconds: rule.reminder_minutes * 60,
  silencedBy: silence.silencerOf(serverId, rule.id),
  hasGroup: rule.notification_group_id !== null,
})
