import type { AlertRule, Condition } from '@svc/plugin-alerts/contract'
import { describe, expect, it } from 'vitest'
import { types } from '../testing/rule-types.ts'
import {
  conditionFrom,
  conditionOf,
  draftOf,
  emptyDraft,
  freshCondition,
  inputOf,
  isTouched,
  withType,
} from './rule-draft.ts'

const rule: AlertRule = {
  id: 'r',
  name: 'Busy',
  enabled: true,
  rules: [{ rule_type: 'cpu', min: 0, max: 5 }],
  rules_json: '',
  trigger_mode: 'once',
  notification_group_id: 'g',
  cover_type: 'exclude',
  server_ids: ['a'],
  server_ids_json: null,
  actions_json: null,
  fail_trigger_tasks: null,
  recover_trigger_tasks: null,
  firing: 0,
  problems: [],
  created_at: '',
  updated_at: '',
}

const stored: Condition[] = [
  { rule_type: 'cpu', min: 0 },
  { rule_type: 'memory', min: 1.5 * 2 ** 30, max: 3 * 2 ** 40 },
  { rule_type: 'offline', duration: 0 },
  { rule_type: 'expiration', duration: 30 },
  { rule_type: 'transfer_all_cycle', cycle_interval: 'billing', cycle_limit: 1_000_000_000_001 },
  { rule_type: 'ip_changed' },
]

describe('a condition', () => {
  it.each(stored)('goes through the form unharmed: %o', (condition) => {
    expect(conditionFrom(conditionOf('1', condition, types), types)).toEqual(condition)
  })

  it('with an upper bound alone means a lower one, and is shown as one', () => {
    const lone = conditionOf('1', { rule_type: 'cpu', max: 90 }, types)
    expect([lone.min.text, lone.max.text]).toEqual(['90', ''])
  })

  it('of a type that nobody knows is sent as it came', () => {
    const condition = { rule_type: 'of_another_plugin', min: 7, cycle_interval: 'day' as const }
    expect(conditionFrom(conditionOf('1', condition, types), types)).toEqual(condition)
  })

  it('begins with what its type means when nothing is said', () => {
    expect(conditionFrom(freshCondition('1', 'offline', types), types)).toEqual({ rule_type: 'offline', duration: 60 })
    expect(conditionFrom(freshCondition('1', 'cpu', types), types)).toEqual({ rule_type: 'cpu' })
  })

  it('keeps its figures in a type that counts alike, and only there', () => {
    const cpu = conditionOf('1', { rule_type: 'cpu', min: 90 }, types)
    expect(withType(cpu, 'memory', types).min.text).toBe('')
    expect(withType(conditionOf('1', { rule_type: 'load1', min: 4 }, types), 'load1', types).min.text).toBe('4')
  })
})

describe('a rule', () => {
  it('is sent whole, without servers when it watches all', () => {
    const draft = draftOf(rule, types, () => '1')
    expect(inputOf(draft, types)).toEqual({
      name: 'Busy',
      enabled: true,
      rules: [{ rule_type: 'cpu', min: 0, max: 5 }],
      trigger_mode: 'once',
      notification_group_id: 'g',
      cover_type: 'exclude',
      server_ids: ['a'],
    })
    expect(inputOf({ ...draft, cover: 'all', group: '' }, types)).toMatchObject({
      server_ids: null,
      notification_group_id: null,
    })
  })

  it('is touched when something was typed, not when a row has another key', () => {
    let key = 0
    const keyOf = () => String(++key)
    const [once, again] = [draftOf(rule, types, keyOf), draftOf(rule, types, keyOf)]
    expect(isTouched(once, again)).toBe(false)
    expect(isTouched(once, { ...again, name: 'Busier' })).toBe(true)
    expect(isTouched(emptyDraft, { ...emptyDraft, conditions: again.conditions })).toBe(true)
  })
})
