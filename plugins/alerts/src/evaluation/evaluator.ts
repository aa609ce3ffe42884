import { setImmediate } from 'node:timers/promises'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Core, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import type { AlertCloser } from '../events/close-alerts.ts'
import type { StatesStore } from '../events/states-store.ts'
import { covers, listedBy } from '../rules/rule-input.ts'
import type { Rule, RuleRow, RulesStore } from '../rules/rules-store.ts'
import { type Batches, makeBatches } from './batches.ts'
import { type ConditionEvaluator, makeConditionSet, type VerdictsByCondition } from './evaluate-conditions.ts'
import type { ActiveSilence } from './silence.ts'
import type { AlertUpdater } from './update-alerts.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly checkpoint: Core['checkpoint']
  readonly servers: Pick<Servers, 'list' | 'select'>
  readonly rules: Pick<RulesStore, 'enabled' | 'row'>
  readonly states: Pick<StatesStore, 'open'>
  readonly types: Registry<RuleType>
  readonly silence: ActiveSilence
  readonly closer: Pick<AlertCloser, 'closeOn'>
  readonly evaluateConditions: ConditionEvaluator
  readonly updater: AlertUpdater
}

/** `inactive`: without conditions, or with one of a plugin that is not running */
type RuleKind = 'polled' | 'event' | 'inactive'

/** The servers of a rule that are left to update; each `run` updates one batch, in a transaction. */
interface Work extends Pick<Batches<unknown>, 'remaining' | 'skip'> {
  run(rule: RuleRow, now: number): void
}

/**
 * Alerts written between checkpoints. The write-ahead log has grown by some 30 MB by then; beyond 160 MB, SQLite would
 * checkpoint on this thread.
 */
const writesPerCheckpoint = 4000

/**
 * The pass over all enabled rules: reads servers, silencers and rules once, evaluates each distinct condition once, then
 * updates the alerts of each rule. State, history and notification of an alert are written in one transaction.
 */
export function makeEvaluator(deps: Dependencies) {
  const { db, clock, log, checkpoint, servers, rules, states, types, silence, closer, evaluateConditions, updater } =
    deps

  function kindOf({ conditions }: Rule): RuleKind {
    const kinds = conditions.map(({ rule_type }) => types.get(rule_type)?.kind)
    if (kinds.length === 0 || kinds.includes(undefined)) return 'inactive'
    return kinds[0] === 'event' ? 'event' : 'polled'
  }

  /** Runs one batch, unless the rule was changed or deleted during the evaluation. */
  function runBatch(rule: Rule, work: Work): void {
    try {
      db.transaction(() => {
        const current = rules.row(rule.id)
        if (current && current.enabled === 1 && current.revision === rule.revision) {
          work.run({ ...rule, ...current }, toSeconds(clock.now()))
        }
      })
    } catch (err) {
      log.error({ err, rule_id: rule.id }, `failed to update alerts of rule ${rule.name}; retrying in the next pass`)
    }
  }

  /** The servers covered by each rule, and the conditions to evaluate on them. */
  async function collectConditions(enabled: readonly Rule[], fleet: readonly Server[]) {
    const conditions = makeConditionSet()
    const coveredByRule = new Map<string, readonly Server[]>()
    for (const rule of enabled.filter((one) => kindOf(one) !== 'inactive')) {
      const listed = listedBy(rule, servers)
      const covered = fleet.filter(({ id }) => covers(rule.cover_type, listed.has(id)))
      coveredByRule.set(rule.id, covered)
      if (kindOf(rule) === 'polled') conditions.add(rule.conditions, covered)
      await setImmediate()
    }
    return { conditions, coveredByRule }
  }

  function inBatches<T>(items: readonly T[], run: (rule: RuleRow, batch: Iterable<T>, now: number) => void): Work {
    const batches = makeBatches(items, clock)
    return {
      get remaining() {
        return batches.remaining
      },
      skip: batches.skip,
      run: (rule, now) => run(rule, batches.next(), now),
    }
  }

  function workOf(
    rule: Rule,
    covered: readonly Server[] | undefined,
    results: VerdictsByCondition,
    passSilence: ActiveSilence,
  ): Work[] {
    const open = states.open(rule.id).map(({ server_id }) => server_id)
    if (!covered) return [inBatches([...new Set(open)], (row, batch) => closer.closeOn(row, batch, 'rule_disabled'))]
    const isCovered = new Set(covered.map(({ id }) => id))
    // Their group or tags have changed.
    const left = inBatches(
      [...new Set([...open, ...updater.waiting(rule.id)])].filter((id) => !isCovered.has(id)),
      (row, batch) => closer.closeOn(row, updater.forget(row.id, batch), 'not_covered'),
    )
    if (kindOf(rule) === 'event') {
      const events = states.open(rule.id).filter(({ server_id }) => isCovered.has(server_id))
      return [left, inBatches(events, (row, batch, now) => updater.updateEvents(row, batch, passSilence, now))]
    }
    const candidates = updater.candidates(rule, covered, results)
    return [left, inBatches(candidates, (row, batch, now) => updater.updatePolled(row, batch, passSilence, now))]
  }

  return async (signal: AbortSignal): Promise<void> => {
    const enabled = rules.enabled()
    if (enabled.length === 0) return
    await setImmediate()
    // In order of ids, a batch touches half as many database pages.
    const fleet = servers.list().toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const passSilence = silence.cached()
    const { conditions, coveredByRule } = await collectConditions(enabled, fleet)
    const results = await evaluateConditions(conditions, fleet, toSeconds(clock.now()), signal)
    let written = 0
    for (const rule of enabled) {
      for (const work of workOf(rule, coveredByRule.get(rule.id), results, passSilence)) {
        while (work.remaining > 0) {
          if (signal.aborted) return
          const before = work.remaining
          runBatch(rule, work)
          // The rule was changed, or the batch failed before its first server.
          if (work.remaining === before) work.skip()
          written += before - work.remaining
          if (written >= writesPerCheckpoint) {
            written = 0
            await checkpoint().catch((err) => log.warn({ err }, 'checkpoint failed; the write-ahead log keeps growing'))
          }
          await setImmediate()
        }
      }
      await setImmediate()
    }
  }
}
