import { setImmediate } from 'node:timers/promises'
import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Logger, Registry } from '@svc/plugin-sdk'
import type { RuleType, Verdict } from '../contract.ts'
import { conditionKey } from '../rules/rule-input.ts'
import type { Condition } from '../rules/rule-schema.ts'

/** Results of a condition by server id; undefined when its type failed. */
export type Verdicts = ReadonlyMap<string, Verdict> | undefined

/** Results by `conditionKey`. */
export type VerdictsByCondition = ReadonlyMap<string, Verdicts>

const timeoutMs = 30_000

class TimeoutError extends Error {}

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly types: Registry<RuleType>
}

/** A condition and the servers it is evaluated on. */
interface Check {
  readonly condition: Condition
  readonly serverIds: Set<string>
}

/** The conditions to evaluate in one pass, each distinct one once however many rules have it. */
export function makeConditionSet() {
  const checks = new Map<string, Check>()
  return {
    add(conditions: readonly Condition[], servers: readonly Pick<Server, 'id'>[]) {
      for (const condition of conditions) {
        const key = conditionKey(condition)
        const check = checks.get(key) ?? { condition, serverIds: new Set() }
        checks.set(key, check)
        for (const { id } of servers) check.serverIds.add(id)
      }
    },
    entries: (): Iterable<[key: string, check: Check]> => checks,
  }
}
export type ConditionSet = ReturnType<typeof makeConditionSet>

interface Pass {
  readonly fleet: readonly Server[]
  /** epoch seconds */
  readonly now: number
  /** aborted on shutdown */
  readonly signal: AbortSignal
  /** types that timed out; their other conditions are skipped, so that one type delays the pass only once */
  readonly timedOut: Set<string>
}

/** Evaluates conditions through their rule types. */
export function makeConditionEvaluator({ clock, log, types }: Dependencies) {
  function withTimeout<T>(result: T | Promise<T>, signal: AbortSignal): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const fail = () => reject(new TimeoutError(`timed out after ${timeoutMs / 1000} seconds`))
    const cancelTimeout = clock.after(timeoutMs, fail)
    signal.addEventListener('abort', fail)
    return Promise.race([result, timeout]).finally(() => {
      cancelTimeout()
      signal.removeEventListener('abort', fail)
    })
  }

  async function evaluate({ condition, serverIds }: Check, { fleet, now, signal, timedOut }: Pass): Promise<Verdicts> {
    const { rule_type } = condition
    if (timedOut.has(rule_type)) return undefined
    try {
      const covered = fleet.filter(({ id }) => serverIds.has(id))
      if (covered.length === 0) return new Map()
      // Pass the same array for the whole fleet, so that types can cache by identity.
      const servers = covered.length === fleet.length ? fleet : covered
      const verdicts = await withTimeout(types.get(rule_type)?.judge?.(condition, servers, now) ?? new Map(), signal)
      if (typeof verdicts?.get !== 'function') throw new Error('judge() must return a Map')
      return verdicts
    } catch (err) {
      if (signal.aborted) return undefined
      if (err instanceof TimeoutError) timedOut.add(rule_type)
      log.error({ err, rule_type }, `rule type ${rule_type} failed to evaluate a condition`)
      return undefined
    }
  }

  /** Yields to the event loop between conditions. */
  return async (
    conditions: ConditionSet,
    fleet: readonly Server[],
    now: number,
    signal: AbortSignal,
  ): Promise<VerdictsByCondition> => {
    const results = new Map<string, Verdicts>()
    const pass: Pass = { fleet, now, signal, timedOut: new Set() }
    for (const [key, check] of conditions.entries()) {
      if (signal.aborted) break
      results.set(key, await evaluate(check, pass))
      await setImmediate()
    }
    return results
  }
}
export type ConditionEvaluator = ReturnType<typeof makeConditionEvaluator>
