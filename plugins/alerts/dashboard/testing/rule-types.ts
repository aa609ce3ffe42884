import type { RuleTypeView } from '@svc/plugin-alerts/contract'
import { text } from '@svc/protocol/text'
import type { Types } from '../rules/rule-draft.ts'

/** A name whose text contains both languages. */
const named = (en: string, zh: string) => ({ name: en, name_text: text('test.NAME', { en, zh }) })

const type = (type: string, more: Partial<RuleTypeView>): [string, RuleTypeView] => [
  type,
  {
    type,
    ...named(type, type),
    kind: 'threshold',
    per_source: false,
    unit: null,
    fields: ['min', 'max'],
    default_window: null,
    max_window: null,
    default_duration: null,
    comparison: 'at_least',
    ...more,
  },
]

/** One type of each kind. */
export const types: Types = new Map([
  type('cpu', { unit: 'percent', ...named('CPU', 'CPU') }),
  type('memory', { unit: 'bytes', ...named('Memory used', '已用内存') }),
  type('windowed', { fields: ['min', 'max', 'window', 'share'], default_window: 10, max_window: 60 }),
  type('temperature', { unit: 'celsius' }),
  type('load1', {}),
  type('network_packet_loss', {
    kind: 'network',
    unit: 'percent',
    comparison: 'above',
    ...named('Packet loss', '丢包率'),
  }),
  type('offline', {
    kind: 'state',
    unit: 'seconds',
    fields: ['duration'],
    default_duration: 60,
    ...named('Offline', '离线'),
  }),
  type('expiration', {
    kind: 'state',
    unit: 'days',
    fields: ['duration'],
    default_duration: 7,
    ...named('Expiration', '到期'),
  }),
  type('transfer_all_cycle', {
    kind: 'traffic',
    unit: 'bytes',
    fields: ['cycle_interval', 'cycle_limit'],
    ...named('Traffic', '流量'),
  }),
  type('container_stopped', {
    kind: 'state',
    unit: null,
    fields: ['pattern'],
    ...named('Container stopped', '容器已停止'),
  }),
  type('ip_changed', { kind: 'event', fields: [], ...named('Address changed', '地址变更') }),
  type('capability_grant_detected', { kind: 'event', fields: [], ...named('Capability granted', '能力') }),
  type('ssh_new_ip_login', {
    kind: 'event',
    per_source: true,
    fields: ['exclude_users', 'exclude_cidrs', 'dedupe_window_seconds'],
    ...named('Sign-in from a new address', '新地址登录'),
  }),
  type('ssh_brute_force_detected', {
    kind: 'event',
    per_source: true,
    fields: ['min_failed_count', 'dedupe_window_seconds'],
    ...named('Brute force', '暴力破解'),
  }),
])
