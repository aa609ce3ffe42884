import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { CodedText, Registry } from '@svc/plugin-sdk'
import type { RuleType, Verdict } from '../contract.ts'
import { parseMessage, type RecordTransition } from '../events/record.ts'
import type { StatesStore } from '../events/states-store.ts'
import { type MessageKind, onMatch, onNoMatch, onTick } from '../events/transitions.ts'
import { closedMessage, firingMessage, recoveredMessage } from '../messages/alert-messages.ts'
import { conditionMessage } from '../messages/condition-messages.ts'
import { conditionKey } from '../rules/rule-input.ts'
import type { Rule, RuleRow } from '../rules/rules-store.ts'
import type { VerdictsByCondition } from './evaluate-conditions.ts'
import type { ActiveSilence } from './silence.ts'

/** A server on which the alert of a rule may change. */
export interface Candidate {
  readonly server: Server
  readonly matches: boolean
  /** each condition with its value */
  findings(): CodedText[]
}

interface Dependencies {
  readonly types: Registry<RuleType>
  readonly servers: Pick<Servers, 'get' | 'ids'>
  readonly states: Pick<StatesStore, 'get' | 'open'>
  readonly record: RecordTransition
}

/** Applies a pass to the alerts of a rule. */
export function makeAlertUpdater({ types, servers, states, record }: Dependencies) {
  return {
    /**
     * Servers where all conditions hold or the rule is firing; nothing changes elsewhere. None when a type failed, because
     * then the result is unknown.
     */
    candidates(rule: Rule, covered: readonly Server[], results: VerdictsByCondition): readonly Candidate[] {
      const verdicts: ReadonlyMap<string, Verdict>[] = []
      for (const condition of rule.conditions) {
        const result = results.get(conditionKey(condition))
        if (!result) return []
        verdicts.push(result)
      }
      const findings = (serverId: string) =>
        rule.conditions.flatMap((condition, index) => {
          const type = types.get(condition.rule_type)
          return type ? [conditionMessage(condition, type, verdicts[index]?.get(serverId))] : []
        })
      const open = new Set(states.open(rule.id).map(({ server_id }) => server_id))
      return covered.flatMap((server) => {
        const matches = verdicts.every((result) => result.get(server.id)?.matches === true)
        return matches || open.has(server.id) ? [{ server, matches, findings: () => findings(server.id) }] : []
      })
    },

    /** Updates the alerts of a polled rule. Runs inside a transaction. */
    updatePolled(rule: RuleRow, candidates: Iterable<Candidate>, silence: ActiveSilence, now: number): void {
      // Servers may have been deleted during the evaluation.
      const existing = new Set(servers.ids())
      for (const { server, matches, findings } of candidates) {
        if (!existing.has(server.id)) continue
        const before = states.get(rule.id, server.id)
        const context = {
          now,
          mode: rule.trigger_mode,
          silencedBy: silence.silencerOf(server.id),
          hasGroup: rule.notification_group_id !== null,
        }
        const transition = matches ? onMatch(before, context) : onNoMatch(before, context)
        if (!transition) continue
        const seconds = now - (before?.first_triggered_at ?? now)
        const message = (kind: MessageKind) =>
          kind === 'resolved'
            ? recoveredMessage(server, findings(), seconds)
            : firingMessage(server, findings(), kind === 'stillFiring' ? seconds : undefined)
        record({ rule, server, before, now, message }, transition)
      }
    },

    /** Sends due reminders of an event rule and closes alerts without recent events. Runs inside a transaction. */
    updateEvents(rule: RuleRow, serverIds: Iterable<string>, silence: ActiveSilence, now: number): void {
      for (const serverId of serverIds) {
        const before = states.get(rule.id, serverId)
        if (!before) continue
        const transition = onTick(before, {
          now,
          mode: rule.trigger_mode,
          silencedBy: silence.silencerOf(serverId),
          hasGroup: rule.notification_group_id !== null,
        })
        const server = transition && servers.get(serverId)
        if (!server) continue
        const message = (kind: MessageKind) =>
          kind === 'resolved' ? closedMessage(server, now - before.first_triggered_at, 'quiet') : parseMessage(before)
        record({ rule, server, before, now, message }, transition)
      }
    },
  }
}
export type AlertUpdater = ReturnType<typeof makeAlertUpdater>
