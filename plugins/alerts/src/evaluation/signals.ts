import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { AlertSignal, AlertSignals, RuleType, Silence } from '../contract.ts'
import type { Record } from '../events/record.ts'
import type { StatesStore } from '../events/states-store.ts'
import { onSignal } from '../events/step.ts'
import { type Condition, covers, type RuleRow } from '../rules/rule.ts'
import type { RulesStore } from '../rules/rules-store.ts'
import { firingWords } from '../words/alert-words.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly servers: Pick<Servers, 'get'>
  readonly rules: Pick<RulesStore, 'enabledWith' | 'namesServer'>
  readonly states: Pick<StatesStore, 'get'>
  readonly types: Registry<RuleType>
  readonly silence: Silence
  readonly record: Record
}

/** Fires the rules that wait for events. */
export function makeSignals(deps: Dependencies): AlertSignals {
  const { db, clock, log, servers, rules, states, types, silence, record } = deps

  /** A rule with a condition of a plugin that is off never fires. */
  const isWhole = ({ conditions_json }: RuleRow) =>
    (JSON.parse(conditions_json) as Condition[]).every(({ rule_type }) => types.get(rule_type)?.kind === 'event')

  const fire = ({ type, serverId, message, privateDetail }: AlertSignal) => {
    const server = servers.get(serverId)
    if (!server) return
    const waiting = rules
      .enabledWith(type)
      .filter((rule) => isWhole(rule) && covers(rule.cover_type, rules.namesServer(rule.id, serverId)))
    if (waiting.length === 0) return
    const now = toSeconds(clock.now())
    const held = silence.isSilenced(serverId)
    for (const rule of waiting) {
      const before = states.get(rule.id, serverId)
      const audience = rule.notification_group_id !== null
      const outcome = onSignal(before, { now, mode: rule.trigger_mode, held, audience })
      record({ rule, server, before, now, words: () => firingWords(server, [message]), privateDetail }, outcome)
    }
  }

  return {
    signal(signal) {
      try {
        db.transaction(() => fire(signal))
      } catch (err) {
        log.error({ err, type: signal.type, server_id: signal.serverId }, `a signal ${signal.type} was lost`)
      }
    },
  }
}
