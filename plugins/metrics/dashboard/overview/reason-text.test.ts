import { makeFormat, type Translate } from '@svc/dashboard-sdk'
import { expect, it } from 'vitest'
import type { RuleId } from './health-rules.ts'
import { reasonText } from './reason-text.ts'
import { server, start } from './test-servers.ts'

const t = ((key: string, values: object = {}) => `${key.split('.').at(-1)} ${JSON.stringify(values)}`) as Translate
const words = { t, format: makeFormat('en-US') }
const say = (rule: RuleId, value: number, since = start) =>
  reasonText({ rule, value, since, level: 1, weight: 0 }, server({ id: 'a', load5: 8.44 }), (start + 660) * 1000, words)

it.each<[RuleId, number, string]>([
  ['disk', 95.6, 'disk {"value":"96%"}'],
  ['cpu', 98.2, 'cpu {"value":"98%","duration":"11m"}'],
  ['load', 4.2, 'load {"value":"8.4","count":2}'],
  ['temperature', 85.4, 'temperature {"value":"85 °C"}'],
  ['disk_full', 2.6, 'disk_full {"value":"","count":3}'],
  ['disk_full', 0.4, 'disk_full_today {}'],
  ['expires', 5.9, 'expires {"count":5}'],
  ['expires', 0.9, 'expiresToday {}'],
  ['expires', -3.2, 'expired {"count":3}'],
  ['uptime', 98.996, 'uptime {"value":"98.99%"}'],
  ['traffic_exceeds', 131, 'traffic_exceeds {"value":"131%"}'],
  ['offline', 0, 'neverSeen {}'],
])('%s of %d', (rule, value, text) => {
  expect(say(rule, value)).toBe(text)
})

it('shows the time of a recent outage and the date of an old one', () => {
  expect(say('offline', start)).toMatch(/"when":"\d\d:\d\d:\d\d","ago":"11 minutes ago"/)
  expect(say('offline', start - 3 * 86_400)).toMatch(/"when":"\w+ \d+, 2026","ago":"3 days ago"/)
})
