import { sentenceOf } from '@svc/kernel/testing'
import { text } from '@svc/plugin-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPattern, type RuleType, type RuleUnit } from '../contract.ts'
import type { Condition } from '../rules/rule-schema.ts'
import { conditionMessage } from './condition-messages.ts'
import { formatDuration, formatQuantity } from './format.ts'

const gib = 1024 ** 3
const type = (
  kind: RuleType['kind'],
  unit: RuleUnit,
  fields: RuleType['fields'],
  defaultDuration?: number,
): RuleType => ({
  ...{ type: 'x', name: text('alerts.FAILED_FOR', { reason: 'X' }), kind, unit, fields },
  ...(defaultDuration !== undefined && { defaultDuration }),
})
const bounds = ['min', 'max'] as const
const cycle = ['cycle_interval', 'cycle_limit'] as const

describe('condition message', () => {
  it.each<[RuleType, Omit<Condition, 'rule_type'>, number | null, boolean, string, string]>([
    [
      type('threshold', 'percent', bounds),
      { min: 90 },
      93.24,
      true,
      'X at 93.2% (threshold 90%)',
      'X 93.2%（阈值 90%）',
    ],
    [type('threshold', null, bounds), { max: 4 }, 4.567, true, 'X at 4.57 (threshold 4)', 'X 4.57（阈值 4）'],
    [
      type('threshold', 'bytes', bounds),
      { min: gib, max: 2 * gib },
      1.5 * gib,
      true,
      'X at 1.5 GiB (between 1 GiB and 2 GiB)',
      'X 1.5 GiB（介于 1 GiB 与 2 GiB 之间）',
    ],
    [
      type('threshold', 'celsius', bounds),
      { min: 0 },
      -3.25,
      false,
      'X at -3.3 °C (threshold 0 °C)',
      'X -3.3 °C（阈值 0 °C）',
    ],
    [
      type('network', 'milliseconds', bounds),
      { min: 200 },
      null,
      false,
      'X: no data (threshold 200 ms)',
      'X：无数据（阈值 200 ms）',
    ],
    [
      type('threshold', 'bytes_per_second', bounds),
      { min: 1024 },
      1_500_000,
      true,
      'X at 1.4 MiB/s (threshold 1 KiB/s)',
      'X 1.4 MiB/s（阈值 1 KiB/s）',
    ],
    [
      type('traffic', 'bytes', cycle),
      { cycle_limit: 100 * gib },
      120 * gib,
      true,
      'X at 120 GiB (limit 100 GiB per month)',
      'X 120 GiB（每月上限 100 GiB）',
    ],
    [
      type('traffic', 'bytes', cycle),
      { cycle_limit: 1, cycle_interval: 'billing' },
      0,
      false,
      'X at 0 B (limit 1 B per billing cycle)',
      'X 0 B（每个计费周期上限 1 B）',
    ],
    [
      type('state', 'seconds', ['duration'], 60),
      {},
      3700,
      true,
      'X for 1 h 1 min (threshold 1 min)',
      'X 1 小时 1 分钟（阈值 1 分钟）',
    ],
    [
      type('state', 'seconds', ['duration'], 60),
      { duration: 0 },
      0,
      true,
      'X for 0 s (threshold 0 s)',
      'X 0 秒（阈值 0 秒）',
    ],
    [type('state', 'days', ['duration'], 7), {}, -1, true, 'X 1 day ago (within 7 days)', 'X：已过 1 天（提前 7 天）'],
    [type('state', 'days', ['duration'], 7), {}, null, true, 'X (within 7 days)', 'X（提前 7 天）'],
    [type('event', null, []), {}, null, true, 'X', 'X'],
  ])('%#', (of, condition, value, matches, en, zh) => {
    const message = conditionMessage({ rule_type: 'x', ...condition }, of, { matches, value })
    expect([sentenceOf(message), sentenceOf(message, 'zh')]).toEqual([en, zh])
  })
})

it.each<[string[], boolean, string, string]>([
  [['web'], true, 'X: web', 'X：web'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], true, 'X: a, b, c, d, e and 2 more', 'X：a、b、c、d、e 等，另有 2 个'],
  [[], false, 'X: no longer', 'X：已结束'],
])('what matches is named: %j', (subjects, matches, en, zh) => {
  const verdict = { matches, value: subjects.length, subjects }
  const message = conditionMessage({ rule_type: 'x' }, type('state', null, ['pattern']), verdict)
  expect([sentenceOf(message), sentenceOf(message, 'zh')]).toEqual([en, zh])
})

describe('patterns', () => {
  it.each<[string | null | undefined, string, boolean]>([
    [undefined, 'web', true],
    [null, 'web', true],
    ['web', 'web', true],
    ['web', 'web-1', false],
    ['web-*', 'web-1', true],
    ['*web*', 'my-web-1', true],
    ['w?b', 'web', true],
    ['w?b', 'wb', false],
    ['*', '', true],
    ['?', '', false],
    ['a*b*c', 'aXbXbXc', true],
    ['a*b*c', 'aXbXb', false],
    ['.*', 'web', false],
    [`${'*a'.repeat(60)}b`, 'a'.repeat(256), false],
  ])('%s and %s', (pattern, name, expected) => {
    expect(matchesPattern({ pattern }, name)).toBe(expected)
  })
})

describe('quantities', () => {
  it.each([
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3600, '1 h'],
    [3605, '1 h'],
    [90_061, '1 d 1 h'],
    [-5, '0 s'],
    [1e24, '11574074074 d 1 h'],
  ])('formats a duration of %s seconds', (seconds, en) => {
    expect(sentenceOf(formatDuration(seconds))).toBe(en)
  })

  it('are short for any value', () => {
    const units = fc.constantFrom<RuleUnit>(
      'percent',
      'bytes',
      'bytes_per_second',
      'celsius',
      'milliseconds',
      'days',
      'seconds',
      null,
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), units, (value, unit) => {
        const quantity = text('alerts.THRESHOLD', { value: formatQuantity(value, unit) })
        const [en, zh] = [sentenceOf(quantity), sentenceOf(quantity, 'zh')]
        expect(en.length).toBeLessThan(40)
        expect(zh).not.toMatch(/NaN|undefined|Infinity/)
        expect(en).not.toMatch(/NaN|undefined|Infinity/)
      }),
    )
  })
})
