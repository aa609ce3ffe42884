import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Silence } from '../contract.ts'
import type { Record } from '../events/record.ts'
import type { StatesStore } from '../events/states-store.ts'
import { onMatch, onNoMatch } from '../events/step.ts'
import type { RuleRow } from '../rules/rule.ts'
import { firingWords, recoveredWords } from '../words/alert-words.ts'
import type { Candidate } from './pending.ts'

interface Dependencies {
  readonly servers: Pick<Servers, 'ids'>
  readonly states: Pick<StatesStore, 'get'>
  readonly record: Record
}

/** Turns what the conditions of a rule found into states. Runs inside a transaction. */
export function makeSettling({ servers, states, record }: Dependencies) {
  return (rule: RuleRow, candidates: Iterable<Candidate>, gate: Silence, now: number): void => {
    // Some may have been deleted while the types were judging.
    const alive = new Set(servers.ids())
    for (const { server, matches, findings } of candidates) {
      if (!alive.has(server.id)) continue
      const before = states.get(rule.id, server.id)
      const audience = rule.notification_group_id !== null
      const at = { now, mode: rule.trigger_mode, held: gate.isSilenced(server.id), audience }
      const outcome = matches ? onMatch(before, at) : onNoMatch(before, at)
      if (!outcome) continue
      const seconds = now - (before?.first_triggered_at ?? now)
      const words = (says: 'fires' | 'still' | 'over') =>
        says === 'over'
          ? recoveredWords(server, findings(), seconds)
          : firingWords(server, findings(), says === 'still' ? seconds : undefined)
      record({ rule, server, before, now, words }, outcome)
    }
  }
}
export type Settling = ReturnType<typeof makeSettling>
