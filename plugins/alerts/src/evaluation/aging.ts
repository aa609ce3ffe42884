import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Silence } from '../contract.ts'
import type { Record } from '../events/record.ts'
import type { StatesStore } from '../events/states-store.ts'
import { onTime } from '../events/step.ts'
import type { RuleRow } from '../rules/rule.ts'
import { closedWords } from '../words/alert-words.ts'

interface Dependencies {
  readonly servers: Pick<Servers, 'get'>
  readonly states: Pick<StatesStore, 'get'>
  readonly record: Record
}

/** What time does to the alerts of an event rule: they are told of late, and end. Runs inside a transaction. */
export function makeAging({ servers, states, record }: Dependencies) {
  return (rule: RuleRow, serverIds: Iterable<string>, gate: Silence, now: number): void => {
    for (const serverId of serverIds) {
      const before = states.get(rule.id, serverId)
      if (!before) continue
      const audience = rule.notification_group_id !== null
      const outcome = onTime(before, {
        now,
        mode: rule.trigger_mode,
        held: gate.isSilenced(before.server_id),
        audience,
      })
      const server = outcome && servers.get(before.server_id)
      if (!server) continue
      const words = (says: 'fires' | 'still' | 'over') =>
        says === 'over'
          ? closedWords(server, now - before.first_triggered_at, 'quiet')
          : { en: before.message_en, zh: before.message_zh }
      record({ rule, server, before, now, words }, outcome)
    }
  }
}
export type Aging = ReturnType<typeof makeAging>
