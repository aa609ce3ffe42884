import { type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import type { Histories } from './history/histories.js'

const minutes = 10

/** Rule types that compare the worst round of the last ten minutes, over all targets of a server. */
export function networkRuleTypes(histories: Pick<Histories, 'get' | 'loaded'>): RuleType[] {
  const judging =
    (figure: (worst: { latency: number | null; loss: number | null }) => number | null): RuleType['judge'] =>
    async (condition, servers, now) => {
      // Shortly after a start what fires would look as if it were over.
      await histories.loaded()
      const verdicts = servers.flatMap(({ id, number }): [string, Verdict][] => {
        const worst = histories.get(number)?.worst(now, minutes)
        const value = worst ? figure(worst) : null
        return value === null ? [] : [[id, { matches: withinBounds(condition, value), value }]]
      })
      return new Map(verdicts)
    }
  const common = { kind: 'network', fields: ['min', 'max'] } as const
  return [
    {
      ...common,
      type: 'network_latency',
      name: { en: 'Network latency', zh: '网络延迟' },
      unit: 'milliseconds',
      judge: judging(({ latency }) => latency),
    },
    {
      ...common,
      type: 'network_packet_loss',
      name: { en: 'Packet loss', zh: '网络丢包率' },
      unit: 'percent',
      judge: judging(({ loss }) => (loss === null ? null : Math.round(loss * 100_000) / 1000)),
    },
  ]
}
