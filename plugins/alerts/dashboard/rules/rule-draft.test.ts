import type { AlertRule, Condition } from '@svc/plugin-alerts/contract'
import { describe, expect, it } from 'vitest'
import { types } from '../testing/rule-types.ts'
import {
  newCondition,
  toCondition,
  toConditionDraft,
  toCopyDraft,
  toRuleDraft,
  toRuleInput,
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
  group_ids: ['g'],
  tags: ['edge'],
  severity: 'warning',
  for_minutes: 5,
  reminder_minutes: 120,
  actions: [],
  actions_json: null,
  fail_trigger_tasks: '["restart","deleted"]',
  recover_trigger_tasks: null,
  immediate: false,
  firing: 0,
  problems: [],
  created_at: '',
  updated_at: '',
}

const stored: Condition[] = [
  { rule_type: 'ssh_brute_force_detected' },
  { rule_type: 'ssh_brute_force_detected', security: { min_failed_count: 12, dedupe_window_seconds: 0 } },
  {
    rule_type: 'ssh_new_ip_login',
    security: { exclude_users: ['alice', 'bob'], exclude_cidrs: ['203.0.113.0/24'], dedupe_window_seconds: 3600 },
  },
  { rule_type: 'windowed', min: 1, window: 30, share: 100 },
  { rule_type: 'windowed', min: 1 },
  { rule_type: 'cpu', min: 0 },
  { rule_type: 'memory', min: 1.5 * 2 ** 30, max: 3 * 2 ** 40 },
  { rule_type: 'offline', duration: 0 },
  { rule_type: 'expiration', duration: 30 },
  { rule_type: 'transfer_all_cycle', cycle_interval: 'billing', cycle_limit: 1_000_000_000_001 },
  { rule_type: 'ip_changed' },
  { rule_type: 'container_stopped', pattern: 'web-*' },
  { rule_type: 'container_stopped' },
]

describe('a condition', () => {
  it.each(stored)('is unchanged by the form: %o', (condition) => {
    expect(toCondition(toConditionDraft('1', condition, types), types)).toEqual(condition)
  })

  it('with only max is edited as min', () => {
    const lone = toConditionDraft('1', { rule_type: 'cpu', max: 90 }, types)
    expect([lone.min.text, lone.max.text]).toEqual(['90', ''])
  })

  it('of an unavailable type is sent unchanged', () => {
    const condition = { rule_type: 'of_another_plugin', min: 7, cycle_interval: 'day' as const }
    expect(toCondition(toConditionDraft('1', condition, types), types)).toEqual(condition)
  })

  it('starts with the defaults of its type', () => {
    expect(toCondition(newCondition('1', 'offline', types), types)).toEqual({ rule_type: 'offline', duration: 60 })
    expect(toCondition(newCondition('1', 'cpu', types), types)).toEqual({ rule_type: 'cpu' })
  })

  it('keeps its values only if the unit is the same', () => {
    const cpu = toConditionDraft('1', { rule_type: 'cpu', min: 90 }, types)
    expect(withType(cpu, 'memory', types).min.text).toBe('')
    expect(withType(toConditionDraft('1', { rule_type: 'load1', min: 4 }, types), 'load1', types).min.text).toBe('4')
  })
})

describe('a rule', () => {
  it('is sent completely, without servers when it covers all', () => {
    const draft = toRuleDraft(rule, types, () => '1')
    expect(toRuleInput(draft, types)).toEqual({
      actions: [],
      name: 'Busy',
      enabled: true,
      immediate: false,
      rules: [{ rule_type: 'cpu', min: 0, max: 5 }],
      trigger_mode: 'once',
      notification_group_id: 'g',
      cover_type: 'exclude',
      server_ids: ['a'],
      ...{ group_ids: ['g'], tags: ['edge'], severity: 'warning', for_minutes: 5, reminder_minutes: 120 },
      fail_trigger_tasks: ['restart', 'deleted'],
      recover_trigger_tasks: [],
    })
    expect(toRuleInput({ ...draft, cover_type: 'all', notification_group_id: '' }, types)).toMatchObject({
      server_ids: null,
      notification_group_id: null,
    })
  })

  it('is copied with the tasks that are available', () => {
    const draft = toRuleDraft(rule, types, () => '1')
    const restart = { id: 'restart', name: 'Restart', hint: '', hint_text: { code: 'tasks.HINT' as const } }
    expect(toCopyDraft(draft, 'Copy', [restart])).toEqual({ ...draft, name: 'Copy', fail_trigger_tasks: ['restart'] })
    expect(toCopyDraft(draft, 'Copy', null).fail_trigger_tasks).toEqual([])
  })
})
