import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { NetworkQuality } from '../contract.ts'
import type { NumbersStore } from '../numbers-store.ts'
import { daySeconds } from '../rounds/tables.ts'
import type { Histories } from './history/histories.ts'
import type { MeasurementReader } from './measurement-reader.ts'
import type { NetworkOverview } from './network-schema.ts'
import type { Summaries } from './summaries.ts'
import type { TargetCatalog } from './target-catalog.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly summaries: Summaries
  readonly histories: Pick<Histories, 'get' | 'loaded'>
  readonly numbers: Pick<NumbersStore, 'find'>
  readonly catalog: Pick<TargetCatalog, 'assigned'>
  readonly reader: Pick<MeasurementReader, 'anomalies'>
}

/** Network quality of servers, for pages of other plugins. */
export const makeNetworkQuality = ({
  clock,
  summaries,
  histories,
  reader,
  numbers,
  catalog,
}: Dependencies): NetworkQuality => ({
  async overviews(servers) {
    await histories.loaded()
    const overviews: NetworkOverview[] = []
    for (const server of servers) {
      // A hundred servers with twenty targets each would block the event loop.
      if (overviews.length > 0) await nextTurn()
      overviews.push(summaries.overview(server))
    }
    return overviews
  },
  async detail(server) {
    await histories.loaded()
    const to = toSeconds(clock.now())
    const { anomalies, next } = await reader.anomalies(server, { from: to - daySeconds, to })
    return { summary: summaries.summary(server), anomalies, has_more: next !== null }
  },
  async worstTarget({ id: serverId, number: serverNumber }, by) {
    await histories.loaded()
    const now = toSeconds(clock.now())
    const history = histories.get(serverNumber)
    const measured = catalog.assigned(serverId).flatMap((target) => {
      const value = history?.target(numbers.find(target.id) ?? -1)?.recent(now)[by] ?? null
      return value === null ? [] : [{ target, value }]
    })
    return measured.toSorted((a, b) => b.value - a.value)[0]?.target
  },
})
