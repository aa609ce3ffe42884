import type { RuleType } from '@svc/plugin-alerts/contract'
import type { Traffic } from '../traffic/counters.ts'
import { totalOf } from '../traffic/usage.ts'
import type { Interval, IntervalTraffic } from './interval-traffic.ts'

const types: Readonly<Record<string, { name: RuleType['name']; of: (traffic: Traffic) => number }>> = {
  transfer_in_cycle: { name: { en: 'Inbound traffic', zh: '入站流量' }, of: (traffic) => traffic.in },
  transfer_out_cycle: { name: { en: 'Outbound traffic', zh: '出站流量' }, of: (traffic) => traffic.out },
  transfer_all_cycle: { name: { en: 'Traffic', zh: '总流量' }, of: totalOf },
}

const none: Traffic = { in: 0, out: 0 }

/** Rule types that compare traffic over an interval with a limit. */
export const trafficTypes = (intervalTraffic: IntervalTraffic): RuleType[] =>
  Object.entries(types).map(([type, { name, of }]) => ({
    type,
    name,
    kind: 'traffic',
    unit: 'bytes',
    fields: ['cycle_interval', 'cycle_limit'],
    async judge({ cycle_interval, cycle_limit }, servers, now) {
      const interval: Interval = cycle_interval ?? 'month'
      const found = await intervalTraffic(interval, servers, now)
      const limit = cycle_limit ?? Number.POSITIVE_INFINITY
      return new Map(
        servers.map(({ id, number }) => {
          const value = of(found.get(number) ?? none)
          return [id, { matches: value >= limit, value }]
        }),
      )
    },
  }))
