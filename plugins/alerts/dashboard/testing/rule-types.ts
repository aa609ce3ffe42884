import type { RuleTypeView } from '@svc/plugin-alerts/contract'
import type { Types } from '../rules/rule-draft.ts'

const type = (type: string, more: Partial<RuleTypeView>): [string, RuleTypeView] => [
  type,
  {
    type,
    name: { en: type, zh: type },
    kind: 'threshold',
    unit: null,
    fields: ['min', 'max'],
    default_duration: null,
    ...more,
  },
]

/** One type of each kind. */
export const types: Types = new Map([
  type('cpu', { unit: 'percent', name: { en: 'CPU', zh: 'CPU' } }),
  type('memory', { unit: 'bytes', name: { en: 'Memory used', zh: '已用内存' } }),
  type('temperature', { unit: 'celsius' }),
  type('load1', {}),
  type('offline', {
    kind: 'state',
    unit: 'seconds',
    fields: ['duration'],
    default_duration: 60,
    name: { en: 'Offline', zh: '离线' },
  }),
  type('expiration', {
    kind: 'state',
    unit: 'days',
    fields: ['duration'],
    default_duration: 7,
    name: { en: 'Expiration', zh: '到期' },
  }),
  type('transfer_all_cycle', {
    kind: 'traffic',
    unit: 'bytes',
    fields: ['cycle_interval', 'cycle_limit'],
    name: { en: 'Traffic', zh: '流量' },
  }),
  type('ip_changed', { kind: 'event', fields: [], name: { en: 'Address changed', zh: '地址变更' } }),
  type('capability_grant_detected', { kind: 'event', fields: [], name: { en: 'Capability granted', zh: '能力' } }),
])
