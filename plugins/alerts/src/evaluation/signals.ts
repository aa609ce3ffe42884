import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { AlertSignal, AlertSignals, RuleType } from '../contract.ts'
import { contextOf } from '../events/context-of.ts'
import type { RecordTransition } from '../events/record.ts'
import type { StatesStore } from '../events/states-store.ts'
import { onSignal } from '../events/transitions.ts'
import { firingMessage } from '../messages/alert-messages.ts'
import { covers, listedBy } from '../rules/rule-input.ts'
import type { Rule, RulesStore } from '../rules/rules-store.ts'
import type { ActiveSilence } from './silence.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly servers: Pick<Servers, 'get' | 'select'>
  readonly rules: Pick<RulesStore, 'enabledWith'>
  readonly states: Pick<StatesStore, 'get'>
  readonly types: Registry<RuleType>
  readonly silence: ActiveSilence
  readonly record: RecordTransition
}

/** Fires event rules. */
export function makeSignals(deps: Dependencies): AlertSignals {
  const { db, clock, log, servers, rules, states, types, silence, record } = deps

  /** A rule with a condition of a plugin that is not running never fires. */
  const isActive = ({ conditions }: Rule) => conditions.every(({ rule_type }) => types.get(rule_type)?.kind === 'event')

  const fire = ({ type, serverId, message, privateDetail }: AlertSignal) => {
    const server = servers.get(serverId)
    if (!server) return
    const matching = rules
      .enabledWith(type)
      .filter((rule) => isActive(rule) && covers(rule.cover_type, listedBy(rule, servers).has(serverId)))
    if (matching.length === 0) return
    const now = toSeconds(clock.now())
    for (const rule of matching) {
      const before = states.get(rule.id, serverId)
      const transition = onSignal(before, contextOf(rule, serverId, silence, now))
      record({ rule, server, before, now, message: () => firingMessage(server, [message]), privateDetail }, transition)
    }
  }

  return {
    signal(signal) {
      try {
        db.transaction(() => fire(signal))
      } catch (err) {
        log.error(
          { err, type: signal.type, server_id: signal.serverId },
          `failed to record alert signal ${signal.type}`,
        )
      }
    },
  }
}
