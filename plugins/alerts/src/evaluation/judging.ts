import { setImmediate } from 'node:timers/promises'
import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Logger, Registry } from '@svc/plugin-sdk'
import type { RuleType, Verdict } from '../contract.ts'
import { conditionKey } from '../rules/read-conditions.ts'
import type { Condition } from '../rules/rule.ts'

/** What a condition found, by server; undefined when its type could not say. */
export type Verdicts = ReadonlyMap<string, Verdict> | undefined

/** By `conditionKey`. */
export type Answers = ReadonlyMap<string, Verdicts>

/** milliseconds after which a type is not waited for any more */
const patience = 30_000

class TooLate extends Error {}

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly types: Registry<RuleType>
}

/** A condition of the rules of a pass, and where it is asked for. */
interface Question {
  readonly condition: Condition
  readonly serverIds: Set<string>
}

/** What is asked in one pass: each distinct condition once, however many rules have it. */
export function makeQuestions() {
  const questions = new Map<string, Question>()
  return {
    ask(conditions: readonly Condition[], about: readonly Pick<Server, 'id'>[]) {
      for (const condition of conditions) {
        const key = conditionKey(condition)
        const known = questions.get(key) ?? { condition, serverIds: new Set() }
        questions.set(key, known)
        for (const { id } of about) known.serverIds.add(id)
      }
    },
    all: (): Iterable<[key: string, question: Question]> => questions,
  }
}
export type Questions = ReturnType<typeof makeQuestions>

/** A walk over the questions. */
interface Pass {
  readonly fleet: readonly Server[]
  /** epoch seconds */
  readonly now: number
  /** the program ends */
  readonly signal: AbortSignal
  /** types that did not answer in time: many conditions of one must not hold up the rules of the others */
  readonly hanging: Set<string>
}

/** Lets the types judge. */
export function makeJudging({ clock, log, types }: Dependencies) {
  const inTime = <T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T> => {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      const end = () => reject(new TooLate(`no answer for ${patience / 1000} seconds`))
      const stopTimer = clock.after(patience, end)
      signal.addEventListener('abort', end)
      cancel = () => {
        stopTimer()
        signal.removeEventListener('abort', end)
      }
    })
    return Promise.race([answer, late]).finally(() => cancel())
  }

  async function judge({ condition, serverIds }: Question, { fleet, now, signal, hanging }: Pass): Promise<Verdicts> {
    if (hanging.has(condition.rule_type)) return undefined
    try {
      const those = fleet.filter(({ id }) => serverIds.has(id))
      if (those.length === 0) return new Map()
      // what a type read of the whole fleet serves its other conditions as well, and it knows the list again
      const asked = those.length === fleet.length ? fleet : those
      const found = await inTime(types.get(condition.rule_type)?.judge?.(condition, asked, now) ?? new Map(), signal)
      if (typeof found?.get !== 'function') throw new Error('the answer is not a map')
      return found
    } catch (err) {
      if (signal.aborted) return undefined
      if (err instanceof TooLate) hanging.add(condition.rule_type)
      log.error({ err, rule_type: condition.rule_type }, `rule type ${condition.rule_type} could not judge`)
      return undefined
    }
  }

  /** The answers by `conditionKey`. Gives way to others between questions. */
  return async (questions: Questions, fleet: readonly Server[], now: number, signal: AbortSignal) => {
    const answers = new Map<string, Verdicts>()
    const pass: Pass = { fleet, now, signal, hanging: new Set() }
    for (const [key, question] of questions.all()) {
      if (signal.aborted) break
      answers.set(key, await judge(question, pass))
      await setImmediate()
    }
    return answers
  }
}
export type Judging = ReturnType<typeof makeJudging>
