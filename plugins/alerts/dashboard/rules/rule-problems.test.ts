import type { Condition } from '@svc/plugin-alerts/contract'
import { describe, expect, it } from 'vitest'
import { types } from '../testing/rule-types.ts'
import { emptyDraft, findProblems, type RuleDraft, toConditionDraft } from './rule-draft.ts'

const draft = (rules: readonly Condition[], more: Partial<RuleDraft> = {}): RuleDraft => ({
  ...emptyDraft,
  name: 'Rule',
  rules: rules.map((condition, index) => toConditionDraft(String(index), condition, types)),
  ...more,
})

const typed = (rule_type: string, min: string, max = ''): RuleDraft => {
  const { rules, ...rest } = draft([{ rule_type }])
  return {
    ...rest,
    rules: rules.map((one) => ({ ...one, min: { ...one.min, text: min }, max: { ...one.max, text: max } })),
  }
}

it.each([
  [{ rule_type: 'cpu', min: 0 }],
  [{ rule_type: 'cpu', max: 100 }],
  [{ rule_type: 'temperature', min: -20 }],
  [{ rule_type: 'offline', duration: 0 }],
  [{ rule_type: 'transfer_all_cycle', cycle_limit: 1 }],
  [{ rule_type: 'ip_changed' }],
  [{ rule_type: 'of_another_plugin' }],
])('accepts %o', (condition) => {
  expect(findProblems(draft([condition]), types)).toEqual({})
})

describe('problems are keyed by API field', () => {
  it('of an empty rule', () => {
    expect(findProblems({ ...emptyDraft, cover_type: 'exclude' }, types)).toEqual({
      name: 'problem.name',
      rules: 'problem.noCondition',
      server_ids: 'problem.noServer',
    })
  })

  it.each([
    [typed('cpu', ''), { 'rules.0.min': 'problem.noBound' }],
    [typed('cpu', '', '90'), { 'rules.0.min': 'problem.noBound' }],
    [typed('cpu', '101'), { 'rules.0.min': 'problem.percent' }],
    [typed('cpu', '-1'), { 'rules.0.min': 'problem.percent' }],
    [typed('memory', '-1'), { 'rules.0.min': 'problem.negative' }],
    [typed('cpu', 'much', 'x'), { 'rules.0.min': 'problem.noNumber', 'rules.0.max': 'problem.noNumber' }],
    [typed('cpu', '9', '8'), { 'rules.0.max': 'problem.turned' }],
    [draft([{ rule_type: 'transfer_all_cycle' }]), { 'rules.0.cycle_limit': 'problem.missing' }],
  ])('of numbers', (wrong, problems) => {
    expect(findProblems(wrong, types)).toEqual(problems)
  })

  it('of events combined with other conditions', () => {
    const mixed = draft([{ rule_type: 'cpu', min: 1 }, { rule_type: 'ip_changed' }])
    expect(findProblems(mixed, types)).toEqual({ 'rules.1.rule_type': 'problem.mixed' })
    const events = draft([{ rule_type: 'ip_changed' }, { rule_type: 'capability_grant_detected' }])
    expect(findProblems(events, types)).toEqual({})
  })

  it('of events with a source', () => {
    const alone = draft([{ rule_type: 'ssh_brute_force_detected' }, { rule_type: 'ip_changed' }])
    expect(findProblems(alone, types)).toEqual({ 'rules.0.rule_type': 'problem.alone' })
    const [condition] = draft([{ rule_type: 'ssh_brute_force_detected' }]).rules
    if (!condition) throw new Error('no condition')
    const wrong = { ...condition, min_failed_count: '0', dedupe_window_seconds: { text: '1.5', factor: 1 } }
    expect(findProblems({ ...draft([]), rules: [wrong] }, types)).toEqual({
      'rules.0.security.min_failed_count': 'problem.count',
      'rules.0.security.dedupe_window_seconds': 'problem.whole',
    })
  })
})
