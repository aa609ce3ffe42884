import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Registry } from '@svc/plugin-sdk'
import type { RuleType, Silence, Words } from '../contract.js'
import type { Record } from '../events/record.js'
import type { StateRow } from '../events/state.js'
import type { StatesStore } from '../events/states-store.js'
import { onMatch, onNoMatch } from '../events/step.js'
import { conditionKey } from '../rules/read-conditions.js'
import type { Rule } from '../rules/rules-store.js'
import { firingWords, recoveredWords } from '../words/alert-words.js'
import { conditionWords } from '../words/condition-words.js'
import type { Verdicts } from './judging.js'

interface Dependencies {
  readonly servers: Pick<Servers, 'ids'>
  readonly types: Registry<RuleType>
  readonly states: Pick<StatesStore, 'open'>
  readonly record: Record
}

/** Turns the verdicts on a rule's conditions into states. Runs inside a transaction. */
export function makeSettling({ servers, types, states, record }: Dependencies) {
  return (
    rule: Rule,
    covered: readonly Server[],
    answers: ReadonlyMap<string, Verdicts>,
    gate: Silence,
    now: number,
  ): void => {
    const verdicts: ReadonlyMap<string, { matches: boolean; value: number | null }>[] = []
    for (const condition of rule.conditions) {
      const answer = answers.get(conditionKey(condition))
      // Nothing is known about a condition whose type failed, so nothing changes.
      if (!answer) return
      verdicts.push(answer)
    }
    const open = new Map(states.open(rule.id).map((state) => [state.server_id, state]))

    const findings = (serverId: string): Words[] =>
      rule.conditions.flatMap((condition, index) => {
        const type = types.get(condition.rule_type)
        return type ? [conditionWords(condition, type, verdicts[index]?.get(serverId))] : []
      })

    const step = (server: Server, before: StateRow | undefined, matches: boolean) => {
      const audience = rule.notification_group_id !== null
      const at = { now, mode: rule.trigger_mode, held: gate.covers(server.id), audience }
      const outcome = matches ? onMatch(before, at) : onNoMatch(before, at)
      if (!outcome) return
      const seconds = now - (before?.first_triggered_at ?? now)
      const words = (says: 'fires' | 'still' | 'over') =>
        says === 'over'
          ? recoveredWords(rule, server, findings(server.id), seconds)
          : firingWords(rule, server, findings(server.id), says === 'still' ? seconds : undefined)
      record({ rule, server, before, now, words }, outcome)
    }

    const matching = new Set(
      covered.filter(({ id }) => verdicts.every((answer) => answer.get(id)?.matches === true)).map(({ id }) => id),
    )
    if (matching.size === 0 && open.size === 0) return
    // Some may have been deleted while the types were judging.
    const alive = new Set(servers.ids())
    for (const server of covered) {
      const before = open.get(server.id)
      if ((before || matching.has(server.id)) && alive.has(server.id)) step(server, before, matching.has(server.id))
    }
  }
}
export type Settling = ReturnType<typeof makeSettling>
