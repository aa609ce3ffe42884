import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Logger } from '@svc/plugin-sdk'
import { expect, it, vi } from 'vitest'
import type { RuleType } from '../contract.ts'
import { conditionKey } from '../rules/read-conditions.ts'
import { makeJudging, makeQuestions } from './judging.ts'

const name = { en: 'x', zh: 'x' }
const typed = (type: string, judge: RuleType['judge']): RuleType => ({
  ...{ type, name, kind: 'threshold', unit: null, fields: [] },
  ...(judge && { judge }),
})

/** Judging by these types, whose clock stands still until a test ends its timers. */
function judging(types: readonly RuleType[]) {
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
  const judge = makeJudging({ clock, log, types: registry })
  return {
    timers,
    failures,
    ask: (questions: ReturnType<typeof makeQuestions>, fleet: readonly Server[], stop = new AbortController()) =>
      judge(questions, fleet, 0, stop.signal),
  }
}
const servers = ['a', 'b'].map((id) => ({ id }) as Server)

it('does not wait longer than half a minute for a type, nor keep its timers', async () => {
  const found = new Map([['a', { matches: true, value: 1 }]])
  const { timers, failures, ask } = judging([typed('slow', () => new Promise(() => {})), typed('quick', () => found)])
  const questions = makeQuestions()
  questions.ask([{ rule_type: 'slow' }, { rule_type: 'quick' }], servers)

  const answers = ask(questions, servers)
  await vi.waitFor(() => expect([...timers.values()]).toEqual([30_000]))
  for (const late of timers.keys()) late()
  const told = await answers
  expect(told.get(conditionKey({ rule_type: 'slow' }))).toBeUndefined()
  expect(told.get(conditionKey({ rule_type: 'quick' }))).toBe(found)
  expect(failures).toEqual(['rule type slow could not judge'])
  expect(timers.size).toBe(0)
})

it('waits for a type once, however many conditions are of it', async () => {
  const asked: unknown[] = []
  const slow = typed('slow', ({ min }) => {
    asked.push(min)
    return new Promise(() => {})
  })
  const { timers, failures, ask } = judging([slow, typed('quick', () => new Map())])
  const questions = makeQuestions()
  for (let min = 0; min < 50; min++) questions.ask([{ rule_type: 'slow', min }], servers)
  questions.ask([{ rule_type: 'quick' }], servers)

  const answers = ask(questions, servers)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  for (const late of timers.keys()) late()
  expect([...(await answers).values()].filter(Boolean)).toHaveLength(1)
  expect([asked, failures]).toEqual([[0], ['rule type slow could not judge']])
})

it('asks of the whole fleet as one list, so that types can see that it is the same', async () => {
  const asked: unknown[] = []
  const { ask } = judging([
    typed('any', (_, list) => {
      asked.push(list)
      return new Map()
    }),
  ])
  const questions = makeQuestions()
  questions.ask([{ rule_type: 'any', min: 1 }], servers)
  questions.ask([{ rule_type: 'any', min: 2 }], servers.slice(1))
  await ask(questions, servers)
  expect(asked[0]).toBe(servers)
  expect(asked[1]).toEqual(servers.slice(1))
})

it('waits for nobody when the program ends, and complains of nobody', async () => {
  const { timers, failures, ask } = judging([
    typed('slow', () => new Promise(() => {})),
    typed('next', () => new Map()),
  ])
  const questions = makeQuestions()
  questions.ask([{ rule_type: 'slow' }, { rule_type: 'next' }], servers)
  const stop = new AbortController()
  const answers = ask(questions, servers, stop)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  stop.abort()
  expect([...(await answers).values()].filter(Boolean)).toEqual([])
  expect([failures, timers.size]).toEqual([[], 0])
})
