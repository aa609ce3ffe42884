import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Logger } from '@svc/plugin-sdk'
import { expect, it, vi } from 'vitest'
import { literal } from '../../test/test-types.ts'
import type { RuleType } from '../contract.ts'
import { conditionKey } from '../rules/rule-input.ts'
import { makeConditionEvaluator, makeConditionSet } from './evaluate-conditions.ts'

const name = literal('x')
const typed = (type: string, judge: RuleType['judge']): RuleType => ({
  ...{ type, name, kind: 'threshold', unit: null, fields: [] },
  ...(judge && { judge }),
})

/** An evaluator for these types whose timers are fired by the test. */
function evaluatorFor(types: readonly RuleType[]) {
  const timers = new Map<() => void, number>()
  const failures: string[] = []
  const clock: Clock = {
    now: () => 0,
    every: () => () => {},
    after(ms, fn) {
      timers.set(fn, ms)
      return () => void timers.delete(fn)
    },
  }
  const log = { error: (_: object, message: string) => void failures.push(message) } as unknown as Logger
  const registry = { all: () => types, get: (type: string) => types.find((one) => one.type === type) }
  const evaluate = makeConditionEvaluator({ clock, log, types: registry })
  return {
    timers,
    failures,
    run: (conditions: ReturnType<typeof makeConditionSet>, fleet: readonly Server[], stop = new AbortController()) =>
      evaluate(conditions, fleet, 0, stop.signal),
  }
}
const servers = ['a', 'b'].map((id) => ({ id }) as Server)

it('times out after 30 seconds and clears its timers', async () => {
  const found = new Map([['a', { matches: true, value: 1 }]])
  const { timers, failures, run } = evaluatorFor([
    typed('slow', () => new Promise(() => {})),
    typed('quick', () => found),
  ])
  const conditions = makeConditionSet()
  conditions.add([{ rule_type: 'slow' }, { rule_type: 'quick' }], servers)

  const results = run(conditions, servers)
  await vi.waitFor(() => expect([...timers.values()]).toEqual([30_000]))
  for (const fire of timers.keys()) fire()
  const verdicts = await results
  expect(verdicts.get(conditionKey({ rule_type: 'slow' }))).toBeUndefined()
  expect(verdicts.get(conditionKey({ rule_type: 'quick' }))).toBe(found)
  expect(failures).toEqual(['rule type slow failed to evaluate a condition'])
  expect(timers.size).toBe(0)
})

it('waits only once for a type that times out', async () => {
  const calls: unknown[] = []
  const slow = typed('slow', ({ min }) => {
    calls.push(min)
    return new Promise(() => {})
  })
  const { timers, failures, run } = evaluatorFor([slow, typed('quick', () => new Map())])
  const conditions = makeConditionSet()
  for (let min = 0; min < 50; min++) conditions.add([{ rule_type: 'slow', min }], servers)
  conditions.add([{ rule_type: 'quick' }], servers)

  const results = run(conditions, servers)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  for (const fire of timers.keys()) fire()
  expect([...(await results).values()].filter(Boolean)).toHaveLength(1)
  expect([calls, failures]).toEqual([[0], ['rule type slow failed to evaluate a condition']])
})

it('passes the same array for the whole fleet', async () => {
  const calls: unknown[] = []
  const { run } = evaluatorFor([
    typed('any', (_, list) => {
      calls.push(list)
      return new Map()
    }),
  ])
  const conditions = makeConditionSet()
  conditions.add([{ rule_type: 'any', min: 1 }], servers)
  conditions.add([{ rule_type: 'any', min: 2 }], servers.slice(1))
  await run(conditions, servers)
  expect(calls[0]).toBe(servers)
  expect(calls[1]).toEqual(servers.slice(1))
})

it('stops on abort without logging errors', async () => {
  const { timers, failures, run } = evaluatorFor([
    typed('slow', () => new Promise(() => {})),
    typed('next', () => new Map()),
  ])
  const conditions = makeConditionSet()
  conditions.add([{ rule_type: 'slow' }, { rule_type: 'next' }], servers)
  const stop = new AbortController()
  const results = run(conditions, servers, stop)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  stop.abort()
  expect([...(await results).values()].filter(Boolean)).toEqual([])
  expect([failures, timers.size]).toEqual([[], 0])
})
