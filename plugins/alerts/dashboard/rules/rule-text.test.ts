import { type CodedText, makeFormat, type Translate } from '@svc/dashboard-sdk'
import type { Condition } from '@svc/plugin-alerts/contract'
import { describe, expect, it } from 'vitest'
import en from '../../locales/en.json'
import zh from '../../locales/zh.json'
import { types } from '../testing/rule-types.ts'
import { presetsOf } from './presets.tsx'
import { type RuleTextContext, ruleText } from './rule-text.ts'

/** A minimal i18next lookup. */
const translator =
  (texts: object): Translate =>
  (key, values = {}) => {
    const at = (name: string) =>
      name.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], texts)
    const form = values.count === 1 ? 'one' : 'other'
    const text = at(String(key)) ?? at(`${key}_${form}`) ?? at(`${key}_other`)
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }

const nameIn =
  (language: string) =>
  ({ params }: CodedText): string =>
    String(params?.[language])

const english: RuleTextContext = { t: translator(en), format: makeFormat('en'), sentence: nameIn('en') }
const chinese: RuleTextContext = { t: translator(zh), format: makeFormat('zh-Hans'), sentence: nameIn('zh') }
const names = new Map([['a', 'web-1']])

const textOf = (
  rules: Condition[],
  cover: 'all' | 'include' | 'exclude' = 'all',
  server_ids: string[] = [],
  by = english,
  more: { group_ids?: string[]; tags?: string[]; for_minutes?: number } = {},
) =>
  ruleText(
    { rules, cover_type: cover, server_ids, group_ids: [], tags: [], for_minutes: 0, ...more },
    types,
    names,
    new Map([['g', 'Edge']]),
    by,
  )

describe('rule text', () => {
  it.each<[Condition[], string]>([
    [[{ rule_type: 'cpu', min: 90 }], 'CPU at or above 90%'],
    // a single bound of either kind means the same
    [[{ rule_type: 'cpu', max: 90 }], 'CPU at or above 90%'],
    [[{ rule_type: 'cpu', min: 0 }], 'CPU at or above 0%'],
    [[{ rule_type: 'cpu', min: 50, max: 90.5 }], 'CPU from 50% to 90.50%'],
    [[{ rule_type: 'network_packet_loss', min: 10 }], 'Packet loss above 10%'],
    [[{ rule_type: 'cpu' }], 'CPU (no threshold)'],
    [[{ rule_type: 'memory', min: 2 ** 30 }], 'Memory used at or above 1.0 GiB'],
    [[{ rule_type: 'offline', duration: 60 }], 'Offline for at least 1m'],
    [[{ rule_type: 'offline' }], 'Offline for at least 1m'],
    [[{ rule_type: 'offline', duration: 0 }], 'Offline'],
    [[{ rule_type: 'expiration', duration: 1 }], 'Expiration within 1 day'],
    [
      [{ rule_type: 'transfer_all_cycle', cycle_limit: 2 ** 40, cycle_interval: 'billing' }],
      'Traffic at or above 1.0 TiB per billing cycle',
    ],
    [[{ rule_type: 'windowed', min: 1 }], 'windowed at or above 1 in 70% of 10m'],
    [[{ rule_type: 'windowed', min: 1, window: 30, share: 100 }], 'windowed at or above 1 in 100% of 30m'],
    [[{ rule_type: 'container_stopped' }], 'Container stopped'],
    [[{ rule_type: 'container_stopped', pattern: 'web-*' }], 'Container stopped (web-*)'],
    [[{ rule_type: 'gone' }], 'gone (unavailable)'],
    [
      [
        { rule_type: 'cpu', min: 1 },
        { rule_type: 'offline', duration: 0 },
      ],
      'CPU at or above 1% and Offline',
    ],
    [
      [{ rule_type: 'ip_changed' }, { rule_type: 'capability_grant_detected' }],
      'Address changed or Capability granted',
    ],
    [[], 'No conditions'],
  ])('%o', (rules, words) => {
    expect(textOf(rules)).toBe(`${words}, on all servers`)
  })

  it('includes the coverage', () => {
    const cpu = [{ rule_type: 'cpu', min: 90 }]
    expect(textOf(cpu, 'exclude', ['a', 'b'])).toBe('CPU at or above 90%, on all servers except 2')
    expect(textOf(cpu, 'exclude', [])).toBe('CPU at or above 90%, on all servers')
    expect(textOf(cpu, 'include', ['a'])).toBe('CPU at or above 90%, on web-1')
    expect(textOf(cpu, 'include', ['gone'])).toBe('CPU at or above 90%, on 1 server')
    expect(textOf(cpu, 'include', [])).toBe('CPU at or above 90%, on no servers')
  })

  it('includes groups, tags and for how long', () => {
    const cpu = [{ rule_type: 'cpu', min: 90 }]
    const more = { group_ids: ['g'], tags: ['db'], for_minutes: 5 }
    expect(textOf(cpu, 'include', ['a', 'b'], english, more)).toBe(
      'CPU at or above 90%, for at least 5m, on group Edge, tag db, 2 servers',
    )
    expect(textOf(cpu, 'exclude', [], english, more)).toBe(
      'CPU at or above 90%, for at least 5m, on all servers except group Edge, tag db',
    )
  })

  it('is translated', () => {
    expect(textOf([{ rule_type: 'cpu', min: 90 }], 'exclude', ['a', 'b'], chinese)).toBe(
      '除 2 台外的所有服务器：CPU ≥ 90%',
    )
  })
})

it('offers only presets of available types', () => {
  expect(presetsOf(types).map(({ id }) => id)).toEqual([
    'offline',
    'cpu',
    'loss',
    'bruteForce',
    'newAddress',
    'expiration',
  ])
  expect(presetsOf(new Map())).toEqual([])
})

it('the preset about disks watches the fullest mount', () => {
  const [any] = types.values()
  if (!any) throw new Error('there are types')
  const found = presetsOf(new Map([['mount_percent', any]]))
  expect(found.map(({ id }) => id)).toEqual(['disk'])
})
