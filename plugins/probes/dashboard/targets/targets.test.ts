import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { describe, expect, it } from 'vitest'
import en from '../../locales/en.json'
import zh from '../../locales/zh.json'
import { groupOf, groupsOf, matches } from './target-groups.ts'
import { placeName, providerName, targetName } from './target-names.ts'

type Texts = Readonly<Record<string, unknown>>

/** Translates like the dashboard, without plurals. */
const speaking =
  (texts: Texts) =>
  (key: string | readonly string[], values: Readonly<Record<string, unknown>> = {}) => {
    const found = String(key)
      .split('.')
      .reduce<unknown>((part, name) => (part as Texts | undefined)?.[name], texts)
    const text = typeof found === 'string' ? found : String(values.defaultValue ?? key)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
const english = speaking(en)
const chinese = speaking(zh)

const target = (replaced: Partial<NetworkTarget>): NetworkTarget => ({
  id: 'b1946ac9',
  name: 'Office',
  provider: 'Fibre AG',
  location: 'Cellar',
  target: 'office.example',
  probe_type: 'icmp',
  source: null,
  source_name: null,
  created_at: null,
  updated_at: null,
  ...replaced,
})
const tibet = target({
  id: 'cn-xz-cm',
  name: 'Tibet Mobile',
  provider: 'Mobile',
  location: 'Tibet',
  probe_type: 'tcp',
  source: 'preset:china-mobile',
  source_name: '中国移动',
})
const tokyo = target({
  id: 'intl-aws-tokyo',
  name: 'AWS Tokyo',
  provider: 'AWS',
  location: 'Tokyo',
  source: 'preset:international',
})

describe('target names', () => {
  it.each([
    ['a province', tibet, ['Tibet Mobile', 'China Mobile', 'Tibet'], ['西藏移动', '中国移动', '西藏']],
    ['a place abroad', tokyo, ['AWS Tokyo', 'AWS', 'Tokyo'], ['AWS 东京', 'AWS', '东京']],
    ['an own one', target({}), ['Office', 'Fibre AG', 'Cellar'], ['Office', 'Fibre AG', 'Cellar']],
  ])('of %s', (_, one, inEnglish, inChinese) => {
    const named = (t: typeof english) => [targetName(t, one), providerName(t, one), placeName(t, one)]
    expect(named(english)).toEqual(inEnglish)
    expect(named(chinese)).toEqual(inChinese)
  })

  it('of unknown presets are those of the server', () => {
    const later = target({ id: 'intl-mars', name: 'Mars', location: 'Crater', source: 'preset:space' })
    expect([targetName(chinese, later), placeName(chinese, later)]).toEqual(['Mars', 'Crater'])
  })
})

describe('target groups', () => {
  it('start with custom targets', () => {
    const groups = groupsOf(english, [tibet, tokyo, target({})])
    expect(groups.map(({ id, name }) => [id, name])).toEqual([
      ['own', 'Custom targets'],
      ['china-mobile', 'China Mobile'],
      ['international', 'International'],
    ])
    expect(groupOf(tibet)).toBe('china-mobile')
  })
})

describe('the target search', () => {
  it.each([
    ['tibet', true],
    ['西藏', true],
    ['移动 tcp', true],
    ['tibet unicom', false],
    ['', true],
  ])('for %j', (search, found) => expect(matches(chinese, tibet, search)).toBe(found))
})
