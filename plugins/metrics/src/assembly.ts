import type { Agents, Live, Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Core, Registry } from '@svc/plugin-sdk'
import type { Runs } from '@svc/plugin-system/contract'
import { makeAccounting } from './accounting.ts'
import type { MetricsConfig } from './config.ts'
import type { PlannedOutages } from './contract.ts'
import { makeGaps } from './gaps/gaps.ts'
import { gpuRecorder } from './gpu/gpu-records-store.ts'
import { makeReader } from './reader.ts'
import { latestMetrics, receiveReports } from './receive-reports.ts'
import { makeRecordDeletion } from './record-deletion.ts'
import { makeRecordWriter } from './record-writer.ts'
import { recordsStore } from './records-store.ts'
import { recordRoutes } from './routes.ts'
import { makeSamples } from './samples.ts'
import { makeAggregator } from './sealing/aggregator.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly config: MetricsConfig
  readonly agents: Agents
  readonly live: Live
  readonly servers: Servers
  readonly runs: Runs
  readonly plannedOutages: Registry<PlannedOutages>
}

/** Creates the plugin's objects in dependency order. */
export function assemble(context: Context) {
  const { config, db, servers, live } = context
  const samples = makeSamples((record) => gaps.onMissed(record))
  const accounting = makeAccounting(context)
  const store = recordsStore(db, [gpuRecorder(db), ...accounting.consumers])
  const writer = makeRecordWriter({ ...context, samples, store })
  const aggregator = makeAggregator(context)
  const recordDeletion = makeRecordDeletion({ ...context, samples })
  const gaps = makeGaps({
    ...context,
    store,
    planned: context.plannedOutages,
    isRecorded: accounting.isRecorded,
    pendingMinute: samples.pendingMinute,
    onPastHourChanged: aggregator.schedule,
    uptimeDays: config.retention.uptime_daily_days,
  })

  return {
    samples,
    messages: [receiveReports(samples, live, gaps.onReport), ...gaps.messages],
    figures: latestMetrics(samples),
    tiers: [...accounting.tiers, gaps.tier],
    jobs: [writer.job, aggregator.job, ...accounting.jobs],
    routes: [recordRoutes(servers, makeReader(context)), accounting.routes, gaps.routes],
    on: gaps.on,
    ruleTypes: accounting.ruleTypes,
    ready() {
      accounting.ready()
      return aggregator.start()
    },
    /** Called in the transaction that deletes the server. */
    deleteServer(server: Server) {
      recordDeletion.start(server)
      accounting.deleteServer(server)
    },
    close() {
      aggregator.close()
      accounting.close()
      recordDeletion.stop()
      gaps.close()
      writer.close()
    },
  }
}
