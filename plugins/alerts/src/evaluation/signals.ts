import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, type Registry, text, toSeconds } from '@svc/plugin-sdk'
import type { AlertSignal, AlertSignals, RuleType } from '../contract.ts'
import { contextOf } from '../events/context-of.ts'
import { timingOf } from '../events/event-timing.ts'
import type { RecordTransition } from '../events/record.ts'
import type { RunActions } from '../events/run-actions.ts'
import type { StatesStore } from '../events/states-store.ts'
import { isFiring, onSignal } from '../events/transitions.ts'
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
  readonly states: Pick<StatesStore, 'get' | 'firingSources' | 'trimSources'>
  readonly types: Registry<RuleType>
  readonly silence: ActiveSilence
  readonly record: RecordTransition
  readonly runActions: RunActions
}

/** Alerts of sources of one rule on one server that fire at once; further ones share one without a source. */
const maxSources = 100
/** Resolved ones that are kept; more are in the history only. */
const keptSources = 100

/** Fires event rules. */
export function makeSignals(deps: Dependencies): AlertSignals {
  const { db, clock, log, servers, rules, states, types, silence, record, runActions } = deps

  /** A rule with a condition of a plugin that is not running never fires. */
  const isActive = ({ conditions }: Rule) => conditions.every(({ rule_type }) => types.get(rule_type)?.kind === 'event')

  const matches = ({ conditions }: Rule, signal: AlertSignal) =>
    !signal.matches || conditions.some((one) => one.rule_type === signal.type && signal.matches?.(one))

  /** The source of the alert that the signal belongs to. */
  function sourceOf(ruleId: string, serverId: string, source: string): string {
    if (source === '' || isFiring(states.get(ruleId, serverId, source))) return source
    return states.firingSources(ruleId, serverId) < maxSources ? source : ''
  }

  const fire = (signal: AlertSignal) => {
    const { type, serverId, message, privateDetail, source = '' } = signal
    const server = servers.get(serverId)
    if (!server) return
    const matching = rules
      .enabledWith(type)
      .filter(
        (rule) =>
          isActive(rule) && matches(rule, signal) && covers(rule.cover_type, listedBy(rule, servers).has(serverId)),
      )
    if (matching.length === 0) return
    const now = toSeconds(clock.now())
    for (const rule of matching) {
      const own = sourceOf(rule.id, serverId, source)
      const before = states.get(rule.id, serverId, own)
      const transition = onSignal(before, contextOf(rule, serverId, silence, now), timingOf(rule.conditions, types))
      const finding = own === source ? message : text('alerts.MORE_SOURCES', { limit: maxSources, latest: message })
      record(
        { rule, server, source: own, before, now, message: () => firingMessage(server, [finding]), privateDetail },
        transition,
      )
      runActions(rule, signal)
      if (own !== '' && !before) states.trimSources(rule.id, serverId, keptSources)
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
