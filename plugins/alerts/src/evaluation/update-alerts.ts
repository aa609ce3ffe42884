import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { CodedText, Registry } from '@svc/plugin-sdk'
import type { RuleType, Verdict } from '../contract.ts'
import { contextOf } from '../events/context-of.ts'
import { timingOf } from '../events/event-timing.ts'
import { parseMessage, type RecordTransition } from '../events/record.ts'
import type { StateRow, StatesStore } from '../events/states-store.ts'
import { isElapsed, isFiring, type MessageKind, onMatch, onNoData, onNoMatch, onTick } from '../events/transitions.ts'
import { closedMessage, firingMessage, noDataMessage, recoveredMessage } from '../messages/alert-messages.ts'
import { conditionMessage } from '../messages/condition-messages.ts'
import { conditionKey } from '../rules/rule-input.ts'
import type { Rule, RuleRow } from '../rules/rules-store.ts'
import type { VerdictsByCondition } from './evaluate-conditions.ts'
import type { PendingStore } from './pending-store.ts'
import type { ActiveSilence } from './silence.ts'

/** `no_data`: no condition is known not to hold, and one is unknown */
export type Outcome = 'match' | 'no_match' | 'no_data'

/** A server on which the alert of a rule may change. */
export interface Candidate {
  readonly server: Server
  readonly outcome: Outcome
  /** each condition with its value */
  findings(): CodedText[]
}

interface Dependencies {
  readonly types: Registry<RuleType>
  readonly servers: Pick<Servers, 'get' | 'ids'>
  readonly states: Pick<StatesStore, 'get' | 'open'>
  readonly pending: PendingStore
  readonly record: RecordTransition
}

function outcomeOf(serverId: string, results: readonly ReadonlyMap<string, Verdict>[]): Outcome {
  const verdicts = results.map((result) => result.get(serverId))
  if (verdicts.some((verdict) => verdict && !verdict.matches)) return 'no_match'
  return verdicts.includes(undefined) ? 'no_data' : 'match'
}

/** Applies a pass to the alerts of a rule. */
export function makeAlertUpdater({ types, servers, states, pending, record }: Dependencies) {
  /** Whether the conditions have held for long enough. */
  function isLongEnough(rule: RuleRow, serverId: string, since: number | undefined, now: number): boolean {
    if (rule.for_minutes === 0) return true
    if (since !== undefined) return isElapsed(rule.for_minutes * 60, since, now)
    pending.insert(rule.id, serverId, now)
    return false
  }

  return {
    /** Servers on which the conditions hold, but not for long enough. */
    waiting: (ruleId: string) => pending.ofRule(ruleId).keys(),
    /** Drops what is waiting on servers that the rule no longer covers. */
    *forget(ruleId: string, serverIds: Iterable<string>) {
      for (const id of serverIds) {
        pending.remove(ruleId, id)
        yield id
      }
    },

    /**
     * Servers where all conditions hold, or did a minute ago, or the rule is firing; nothing changes elsewhere. None when a type failed, because
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
      const open = new Set([
        ...states.open(rule.id).map(({ server_id }) => server_id),
        ...pending.ofRule(rule.id).keys(),
      ])
      return covered.flatMap((server) => {
        const outcome = outcomeOf(server.id, verdicts)
        return outcome === 'match' || open.has(server.id)
          ? [{ server, outcome, findings: () => findings(server.id) }]
          : []
      })
    },

    /** Updates the alerts of a polled rule. Runs inside a transaction. */
    updatePolled(rule: RuleRow, candidates: Iterable<Candidate>, silence: ActiveSilence, now: number): void {
      // Servers may have been deleted during the evaluation.
      const existing = new Set(servers.ids())
      const waiting = pending.ofRule(rule.id)
      for (const { server, outcome, findings } of candidates) {
        if (!existing.has(server.id)) continue
        const before = states.get(rule.id, server.id)
        const context = contextOf(rule, server.id, silence, now)
        const since = waiting.get(server.id)
        const matches = outcome === 'match' && (isFiring(before) || isLongEnough(rule, server.id, since, now))
        if (since !== undefined && (matches || outcome !== 'match')) pending.remove(rule.id, server.id)
        const transition = matches
          ? onMatch(before, context)
          : outcome === 'no_data'
            ? onNoData(before, context)
            : onNoMatch(before, context)
        if (!transition) continue
        const seconds = now - (before?.first_triggered_at ?? now)
        const message = (kind: MessageKind) =>
          kind === 'resolved' && outcome === 'no_data'
            ? closedMessage(server, seconds, 'no_data')
            : kind === 'resolved'
              ? recoveredMessage(server, findings(), seconds)
              : firingMessage(server, findings(), kind === 'stillFiring' ? seconds : undefined)
        const entry = transition.change?.change === 'no_data' ? noDataMessage(server, findings()) : undefined
        record({ rule, server, before, now, message, ...(entry && { entry }) }, transition)
      }
    },

    /** Sends due reminders of an event rule and closes alerts without recent events. Runs inside a transaction. */
    updateEvents(
      rule: RuleRow,
      keys: Iterable<Pick<StateRow, 'server_id' | 'source'>>,
      silence: ActiveSilence,
      now: number,
    ): void {
      const timing = timingOf(JSON.parse(rule.conditions_json), types)
      for (const { server_id: serverId, source } of keys) {
        const before = states.get(rule.id, serverId, source)
        if (!before) continue
        const transition = onTick(before, contextOf(rule, serverId, silence, now), timing)
        const server = transition && servers.get(serverId)
        if (!server) continue
        const message = (kind: MessageKind) =>
          kind === 'resolved'
            ? closedMessage(server, now - before.first_triggered_at, 'quiet', source)
            : parseMessage(before)
        record({ rule, server, before, now, message }, transition)
      }
    },
  }
}
export type AlertUpdater = ReturnType<typeof makeAlertUpdater>
