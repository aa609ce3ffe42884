import type { RuleHistory } from '@svc/plugin-alerts/contract'
import type { Core } from '@svc/plugin-sdk'
import { hoursPerDay } from '@svc/series'
import type { AccountingConfig } from '../config.ts'
import type { Zone } from '../traffic/calendar.ts'
import type { Replayed, TrafficReplayInput } from './traffic-replay-worker.ts'
import { intervalOf, limitOf, trafficRuleTypes } from './traffic-types.ts'

const worker = new URL('./traffic-replay-worker.js', import.meta.url)

interface Dependencies extends Pick<Core, 'offload'> {
  readonly zone: Pick<Zone, 'name'>
  readonly config: Pick<AccountingConfig, 'retention'>
}

/** Evaluates conditions over stored traffic. */
export const makeTrafficHistories = ({ offload, zone, config }: Dependencies): RuleHistory[] =>
  trafficRuleTypes.map((type) => ({
    type,
    async replay(condition, servers, span, signal) {
      const input: TrafficReplayInput = {
        ...span,
        type,
        interval: intervalOf(condition),
        limit: limitOf(condition),
        zone: zone.name,
        hoursKept: config.retention.traffic_hourly_days * hoursPerDay,
        servers: servers.map(({ number, billing: { cycle, startDay } }) => ({ number, billing: { cycle, startDay } })),
      }
      const ids = new Map(servers.map(({ id, number }) => [number, id]))
      const replayed = await offload<TrafficReplayInput, Replayed>(worker, input, { signal })
      return new Map(replayed.map(([number, minutes]) => [ids.get(number) ?? '', minutes]))
    },
  }))
