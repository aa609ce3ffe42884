import { setImmediate } from 'node:timers/promises'
import { type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import type { Catalogue } from './catalogue.ts'
import type { Histories } from './history/histories.ts'
import type { Worst } from './history/worst-minutes.ts'

/** Servers after which others get their turn: a millisecond with twenty targets each. */
const atOnce = 25

interface Dependencies {
  readonly histories: Pick<Histories, 'get' | 'loaded'>
  readonly catalogue: Pick<Catalogue, 'assignedNumbers'>
}

/** How bad the last ten minutes were, by server. */
type Found = ReadonlyMap<string, Worst>

/** Only of what a server is to probe now: what it is rid of must not go on to be alarming. */
async function look({ histories, catalogue }: Dependencies, servers: readonly Server[], now: number): Promise<Found> {
  // Shortly after a start what fires would look as if it were over.
  await histories.loaded()
  const found = new Map<string, Worst>()
  for (const [i, { id, number }] of servers.entries()) {
    if (i > 0 && i % atOnce === 0) await setImmediate()
    const worst = histories.get(number)?.worst(now, catalogue.assignedNumbers(id))
    if (worst) found.set(id, worst)
  }
  return found
}

/** Rule types that compare the worst round of the last ten minutes, over all targets of a server. */
export function networkRuleTypes(deps: Dependencies): RuleType[] {
  /** A pass judges many conditions on the same list. */
  const looked = new WeakMap<readonly Server[], { readonly now: number; readonly found: Promise<Found> }>()

  const worstOf = (servers: readonly Server[], now: number): Promise<Found> => {
    const known = looked.get(servers)
    if (known?.now === now) return known.found
    const found = look(deps, servers, now)
    looked.set(servers, { now, found })
    return found
  }

  const judging =
    (figure: (worst: Worst) => number | null): RuleType['judge'] =>
    async (condition, servers, now) => {
      const verdicts = [...(await worstOf(servers, now))].flatMap(([id, worst]): [string, Verdict][] => {
        const value = figure(worst)
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
