import { setImmediate } from 'node:timers/promises'
import { type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import { text } from '@svc/plugin-sdk'
import { comparedValue, comparison, type NetworkType } from './compared-value.ts'
import type { Histories } from './history/histories.ts'
import { lookBack, type Quality } from './history/recent-minutes.ts'
import type { TargetCatalog } from './target-catalog.ts'

/** Servers per turn of the event loop: about a millisecond with twenty targets each. */
const serversPerTurn = 25

interface Dependencies {
  readonly histories: Pick<Histories, 'get' | 'loaded'>
  readonly catalog: Pick<TargetCatalog, 'assignedNumbers'>
}

/** The averages of the last minutes, each of the worst target, by server. */
type WorstByServer = ReadonlyMap<string, Quality>

/** Only assigned targets count: a removed target must not keep an alert active. */
async function findWorst(
  { histories, catalog }: Dependencies,
  servers: readonly Server[],
  now: number,
  minutes: number,
): Promise<WorstByServer> {
  // Before the history is loaded, active alerts would look resolved.
  await histories.loaded()
  const found = new Map<string, Quality>()
  for (const [i, { id, number }] of servers.entries()) {
    if (i > 0 && i % serversPerTurn === 0) await setImmediate()
    const worst = histories.get(number)?.worst(now, catalog.assignedNumbers(id), minutes)
    if (worst) found.set(id, worst)
  }
  return found
}

/** Rule types that compare the average of the last minutes of the worst target of a server. */
export function networkRuleTypes(deps: Dependencies): RuleType[] {
  /** One evaluation pass checks many conditions against the same list. */
  const cache = new WeakMap<readonly Server[], { readonly key: string; readonly found: Promise<WorstByServer> }>()

  const worstOf = (servers: readonly Server[], now: number, minutes: number): Promise<WorstByServer> => {
    const key = `${now} ${minutes}`
    const cached = cache.get(servers)
    if (cached?.key === key) return cached.found
    const found = findWorst(deps, servers, now, minutes)
    cache.set(servers, { key, found })
    return found
  }

  const judging =
    (type: NetworkType): RuleType['judge'] =>
    async (condition, servers, now) => {
      // Without targets there is nothing to be wrong; targets without data are something else.
      const idle = servers.filter(({ id }) => deps.catalog.assignedNumbers(id).length === 0)
      const verdicts = [...(await worstOf(servers, now, condition.window ?? lookBack))].flatMap(
        ([id, worst]): [string, Verdict][] => {
          const value = comparedValue[type](worst)
          return value === null ? [] : [[id, { matches: withinBounds(condition, value, comparison), value }]]
        },
      )
      return new Map([...idle.map(({ id }): [string, Verdict] => [id, { matches: false, value: null }]), ...verdicts])
    }

  const common = {
    kind: 'network',
    isReachability: true,
    fields: ['min', 'max', 'window'],
    window: { default: lookBack, max: lookBack },
    comparison,
  } as const
  return [
    {
      ...common,
      type: 'network_latency',
      name: text('probes.NETWORK_LATENCY'),
      unit: 'milliseconds',
      judge: judging('network_latency'),
    },
    {
      ...common,
      type: 'network_packet_loss',
      name: text('probes.PACKET_LOSS'),
      unit: 'percent',
      judge: judging('network_packet_loss'),
    },
  ]
}
