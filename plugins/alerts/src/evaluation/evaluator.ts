import { setImmediate } from 'node:timers/promises'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { RuleType, Silence } from '../contract.js'
import type { Closing } from '../events/closing.js'
import { covers } from '../rules/rule.js'
import type { Rule, RulesStore } from '../rules/rules-store.js'
import type { Aging } from './aging.js'
import { type Judging, makeQuestions } from './judging.js'
import type { Pending } from './pending.js'
import type { Settling } from './settling.js'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly servers: Pick<Servers, 'list'>
  readonly rules: Pick<RulesStore, 'enabled' | 'row'>
  readonly types: Registry<RuleType>
  readonly silence: Silence
  readonly closing: Pick<Closing, 'endOf'>
  readonly judge: Judging
  readonly pending: Pending
  readonly settle: Settling
  readonly age: Aging
}

type Kind = 'polled' | 'event' | 'nothing'

/** Each server's answer of the gates, asked once. */
function remembered(silence: Silence): Silence {
  const known = new Map<string, boolean>()
  return {
    covers(serverId) {
      const held = known.get(serverId) ?? silence.covers(serverId)
      known.set(serverId, held)
      return held
    },
  }
}

/** servers of a rule that are settled in one transaction: when a whole fleet fires, others still have their turn */
const slice = 25

function* inSlices<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += slice) yield all.slice(at, at + slice)
}

/**
 * The pass over all enabled rules. Servers, gates and rules are read once, each distinct condition is judged once; then
 * each rule is settled. What belongs together is written together: the state of a rule on a server, its history and its
 * notice.
 */
export function makeEvaluator(deps: Dependencies) {
  const { db, clock, log, servers, rules, types, silence, closing, judge, pending, settle, age } = deps

  const kindOf = ({ conditions }: Rule): Kind => {
    const kinds = conditions.map(({ rule_type }) => types.get(rule_type)?.kind)
    if (kinds.length === 0 || kinds.includes(undefined)) return 'nothing'
    return kinds[0] === 'event' ? 'event' : 'polled'
  }

  /** Settles a rule, unless it was changed or deleted while the types were judging. */
  const inTransaction = (rule: Rule, work: (fresh: Rule, now: number) => void) => {
    try {
      db.transaction(() => {
        const fresh = rules.row(rule.id)
        if (fresh && fresh.enabled === 1 && fresh.revision === rule.revision)
          work({ ...rule, ...fresh }, toSeconds(clock.now()))
      })
    } catch (err) {
      log.error({ err, rule_id: rule.id }, `alert rule ${rule.name} could not be settled; the next pass tries again`)
    }
  }

  /** Who is watched by each polled rule, and what is asked about them. */
  async function look(enabled: readonly Rule[], fleet: readonly Server[]) {
    const questions = makeQuestions()
    const watched = new Map<string, readonly Server[]>()
    for (const rule of enabled.filter((one) => kindOf(one) === 'polled')) {
      const named = new Set(rule.serverIds)
      const covered = fleet.filter(({ id }) => covers(rule.cover_type, named.has(id)))
      watched.set(rule.id, covered)
      questions.ask(rule.conditions, covered)
      await setImmediate()
    }
    return { questions, watched }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const enabled = rules.enabled()
    if (enabled.length === 0) return
    await setImmediate()
    const fleet = servers.list()
    const gate = remembered(silence)
    const { questions, watched } = await look(enabled, fleet)
    const answers = await judge(questions, fleet, toSeconds(clock.now()), signal)
    for (const rule of enabled) {
      const kind = kindOf(rule)
      const covered = watched.get(rule.id)
      const parts = kind === 'polled' && covered ? inSlices(pending(rule, covered, answers)) : [[]]
      for (const part of parts) {
        if (signal.aborted) return
        inTransaction(rule, (fresh, now) => {
          if (kind === 'polled') settle(fresh, part, gate, now)
          else if (kind === 'event') age(fresh, gate, now)
          else closing.endOf(fresh, 'rule_disabled')
        })
        await setImmediate()
      }
    }
  }
}
