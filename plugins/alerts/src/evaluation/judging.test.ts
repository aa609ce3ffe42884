import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Logger } from '@svc/plugin-sdk'
import { expect, it, vi } from 'vitest'
import type { RuleType } from '../contract.js'
import { conditionKey } from '../rules/read-conditions.js'
import { makeJudging, makeQuestions } from './judging.js'

const name = { en: 'x', zh: 'x' }
const typed = (type: string, judge: RuleType['judge']): RuleType => ({
  ...{ type, name, kind: 'threshold', unit: null, fields: [] },
  ...(judge && { judge }),
})

it('does not wait longer than half a minute for a type, nor keep its timers', async () => {
  const timers = new Map<() => void, number>()
  const clock: Clock = {
    now: () => 0,
    every: () => () => {},
    after(ms, fn) {
      timers.set(fn, ms)
      return () => void timers.delete(fn)
    },
  }
  const found = new Map([['a', { matches: true, value: 1 }]])
  const types = [typed('slow', () => new Promise(() => {})), typed('quick', () => found)]
  const failures: string[] = []
  const log = { error: (_: object, message: string) => void failures.push(message) } as unknown as Logger
  const registry = { all: () => types, get: (type: string) => types.find((one) => one.type === type) }
  const questions = makeQuestions()
  questions.ask([{ rule_type: 'slow' }, { rule_type: 'quick' }], [{ id: 'a' }])

  const answers = makeJudging({ clock, log, types: registry })(
    questions,
    [{ id: 'a' } as Server],
    0,
    new AbortController().signal,
  )
  await vi.waitFor(() => expect([...timers.values()]).toEqual([30_000]))
  for (const late of timers.keys()) late()
  const told = await answers
  expect(told.get(conditionKey({ rule_type: 'slow' }))).toBeUndefined()
  expect(told.get(conditionKey({ rule_type: 'quick' }))).toBe(found)
  expect(failures).toEqual(['rule type slow could not judge'])
  expect(timers.size).toBe(0)
})
