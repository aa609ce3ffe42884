import type { Server } from '@svc/plugin-enrollment/contract'
import type { Registry } from '@svc/plugin-sdk'
import type { LocalizedText, RuleType, Verdict } from '../contract.ts'
import type { StatesStore } from '../events/states-store.ts'
import { conditionKey } from '../rules/read-conditions.ts'
import type { Rule } from '../rules/rules-store.ts'
import { conditionWords } from '../words/condition-words.ts'
import type { Answers } from './judging.ts'

/** A server on which something may happen to a rule. */
export interface Candidate {
  readonly server: Server
  readonly matches: boolean
  /** what each condition found */
  findings(): LocalizedText[]
}

interface Dependencies {
  readonly types: Registry<RuleType>
  readonly states: Pick<StatesStore, 'open'>
}

/**
 * Where all conditions of a rule hold, and where it was firing: elsewhere nothing happens. Nowhere when a type failed,
 * as nothing is known then.
 */
export function makePending({ types, states }: Dependencies) {
  return (rule: Rule, covered: readonly Server[], answers: Answers): readonly Candidate[] => {
    const verdicts: ReadonlyMap<string, Verdict>[] = []
    for (const condition of rule.conditions) {
      const answer = answers.get(conditionKey(condition))
      if (!answer) return []
      verdicts.push(answer)
    }
    const findings = (serverId: string) =>
      rule.conditions.flatMap((condition, index) => {
        const type = types.get(condition.rule_type)
        return type ? [conditionWords(condition, type, verdicts[index]?.get(serverId))] : []
      })
    const open = new Set(states.open(rule.id).map(({ server_id }) => server_id))
    return covered.flatMap((server) => {
      const matches = verdicts.every((answer) => answer.get(server.id)?.matches === true)
      return matches || open.has(server.id) ? [{ server, matches, findings: () => findings(server.id) }] : []
    })
  }
}
export type Pending = ReturnType<typeof makePending>
