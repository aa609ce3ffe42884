import { setImmediate } from 'node:timers/promises'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Core, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { RuleType, Silence } from '../contract.ts'
import type { Closing } from '../events/closing.ts'
import type { StatesStore } from '../events/states-store.ts'
import { covers, type RuleRow } from '../rules/rule.ts'
import type { Rule, RulesStore } from '../rules/rules-store.ts'
import type { Aging } from './aging.ts'
import { type Answers, type Judging, makeQuestions } from './judging.ts'
import type { Pending } from './pending.ts'
import type { Settling } from './settling.ts'
import { makeSlices, type Slices } from './slices.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly checkpoint: Core['checkpoint']
  readonly servers: Pick<Servers, 'list'>
  readonly rules: Pick<RulesStore, 'enabled' | 'row'>
  readonly states: Pick<StatesStore, 'open'>
  readonly types: Registry<RuleType>
  readonly silence: Silence
  readonly closing: Pick<Closing, 'endAt'>
  readonly judge: Judging
  readonly pending: Pending
  readonly settle: Settling
  readonly age: Aging
}

type Kind = 'polled' | 'event' | 'nothing'

/** What is to be done about a rule: each call is some of its servers, in a transaction. */
interface Duty extends Pick<Slices<unknown>, 'left' | 'skip'> {
  work(fresh: RuleRow, now: number): void
}

/** Each server's answer of the silencers, asked once. */
function remembered(silence: Silence): Silence {
  const known = new Map<string, boolean>()
  return {
    isSilenced(serverId) {
      const held = known.get(serverId) ?? silence.isSilenced(serverId)
      known.set(serverId, held)
      return held
    },
  }
}

/**
 * servers of rules after which what was written leaves the write-ahead log, which has grown by some 30 MB then: at 80 MB
 * this thread would have to empty it
 */
const stretch = 4000

/**
 * The pass over all enabled rules. Servers, silencers and rules are read once, each distinct condition is judged once; then
 * each rule is settled. What belongs together is written together: the state of a rule on a server, its history and its
 * notice.
 */
export function makeEvaluator(deps: Dependencies) {
  const { db, clock, log, checkpoint, servers, rules, states, types, silence, closing, judge, pending, settle, age } =
    deps

  const kindOf = ({ conditions }: Rule): Kind => {
    const kinds = conditions.map(({ rule_type }) => types.get(rule_type)?.kind)
    if (kinds.length === 0 || kinds.includes(undefined)) return 'nothing'
    return kinds[0] === 'event' ? 'event' : 'polled'
  }

  /** Settles a rule, unless it was changed or deleted while the types were judging. */
  const inTransaction = (rule: Rule, work: Duty['work']) => {
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

  const duty = <T>(all: readonly T[], work: (fresh: RuleRow, some: Iterable<T>, now: number) => void): Duty => {
    const slices = makeSlices(all, clock)
    return {
      get left() {
        return slices.left
      },
      skip: slices.skip,
      work: (fresh, now) => work(fresh, slices.next(), now),
    }
  }

  function dutyOf(rule: Rule, covered: readonly Server[] | undefined, answers: Answers, gate: Silence): Duty {
    const kind = kindOf(rule)
    if (kind === 'polled') {
      const found = covered ? pending(rule, covered, answers) : []
      return duty(found, (fresh, some, now) => settle(fresh, some, gate, now))
    }
    const open = states.open(rule.id).map(({ server_id }) => server_id)
    if (kind === 'event') return duty(open, (fresh, some, now) => age(fresh, some, gate, now))
    return duty(open, (fresh, some) => closing.endAt(fresh, some, 'rule_disabled'))
  }

  return async (signal: AbortSignal): Promise<void> => {
    const enabled = rules.enabled()
    if (enabled.length === 0) return
    await setImmediate()
    // neighbours lie together on the disk: a slice of them touches half as many pages
    const fleet = servers.list().toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const gate = remembered(silence)
    const { questions, watched } = await look(enabled, fleet)
    const answers = await judge(questions, fleet, toSeconds(clock.now()), signal)
    let written = 0
    for (const rule of enabled) {
      const todo = dutyOf(rule, watched.get(rule.id), answers, gate)
      while (todo.left > 0) {
        if (signal.aborted) return
        const before = todo.left
        inTransaction(rule, todo.work)
        // it was changed, or what failed did so before it came to any server
        if (todo.left === before) todo.skip()
        written += before - todo.left
        if (written >= stretch) {
          written = 0
          await checkpoint().catch((err) => log.warn({ err }, 'the write-ahead log stays long for now'))
        }
        await setImmediate()
      }
      await setImmediate()
    }
  }
}
