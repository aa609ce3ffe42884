import type { Agents } from '@svc/plugin-enrollment/contract'
import { type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { MeasuredServer } from '../contract.ts'
import type { NumbersStore } from '../numbers-store.ts'
import { lossOf } from '../rounds/round.ts'
import type { Histories } from './history/histories.ts'
import { ServerHistory } from './history/server-history.ts'
import type { TargetStats } from './history/target-history.ts'
import type { NetworkOverview, NetworkSummary, NetworkTarget, TargetSummary } from './network-schema.ts'
import type { TargetCatalog } from './target-catalog.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly agents: Pick<Agents, 'isOnline'>
  readonly numbers: Pick<NumbersStore, 'find'>
  readonly catalog: Pick<TargetCatalog, 'assigned' | 'pace'>
  readonly histories: Pick<Histories, 'get'>
}

const minBucketSeconds = 60
const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : toTimestamp(seconds))

const toSummary = (target: NetworkTarget, figures: TargetStats | undefined): TargetSummary => ({
  target_id: target.id,
  target_name: target.name,
  provider: target.provider,
  location: target.location,
  probe_type: target.probe_type,
  avg_latency: figures?.avg ?? null,
  min_latency: figures?.min ?? null,
  max_latency: figures?.max ?? null,
  p50_latency: figures?.p50 ?? null,
  p95_latency: figures?.p95 ?? null,
  last_latency: figures?.last?.avg ?? null,
  last_loss: figures?.last ? lossOf(figures.last) : null,
  packet_loss: figures?.loss ?? null,
  availability: figures?.loss == null ? null : 1 - figures.loss,
  last_probe_at: timeOf(figures?.last?.at),
})

/** Summaries of the last day, from memory. */
export function makeSummaries({ clock, agents, numbers, catalog, histories }: Dependencies) {
  function summary(server: MeasuredServer): NetworkSummary {
    const now = toSeconds(clock.now())
    const history = histories.get(server.number)
    const all = catalog.assigned(server.id).map((target) => {
      const number = numbers.find(target.id)
      return { target, figures: number === undefined ? undefined : history?.target(number)?.stats(now) }
    })
    const last = all.map(({ figures }) => figures?.last?.at ?? 0).reduce((a, b) => Math.max(a, b), 0)
    return {
      server_id: server.id,
      server_name: server.name,
      online: agents.isOnline(server.id),
      targets: all.map(({ target, figures }) => toSummary(target, figures)),
      last_probe_at: timeOf(last || undefined),
      anomaly_count: all.reduce((sum, { figures }) => sum + (figures?.anomalies ?? 0), 0),
    }
  }
  const emptyHistory = new ServerHistory()
  return {
    summary,
    overview(server: MeasuredServer): NetworkOverview {
      const seconds = Math.max(catalog.pace().interval, minBucketSeconds)
      const { latency, loss } = (histories.get(server.number) ?? emptyHistory).sparklines(
        toSeconds(clock.now()),
        seconds,
      )
      return { ...summary(server), latency_sparkline: latency, loss_sparkline: loss }
    },
  }
}
export type Summaries = ReturnType<typeof makeSummaries>
