import type { Agents, Live, Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Core, Registry } from '@svc/plugin-sdk'
import type { Runs } from '@svc/plugin-system/contract'
import { makeAccounts } from './accounting.ts'
import type { MetricsConfig } from './config.ts'
import type { PlannedOutages } from './contract.ts'
import { makeGaps } from './gaps/gaps.ts'
import { gpuRecorder } from './gpu/gpu-records-store.ts'
import { makeReader } from './reader.ts'
import { lastFigures, takeReports } from './receive-reports.ts'
import { makeForgetting } from './record-deletion.ts'
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

/** Builds the plugin's objects, each from the ones above it. */
export function assemble(context: Context) {
  const { config, db, servers, live } = context
  const samples = makeSamples((record) => gaps.passed(record))
  const accounts = makeAccounts(context)
  const store = recordsStore(db, [gpuRecorder(db), ...accounts.consumers])
  const writer = makeRecordWriter({ ...context, samples, store })
  const aggregator = makeAggregator(context)
  const forgetting = makeForgetting({ ...context, samples })
  const gaps = makeGaps({
    ...context,
    store,
    planned: context.plannedOutages,
    isRecorded: accounts.isRecorded,
    waiting: samples.waiting,
    changedHour: aggregator.soon,
    knownDays: config.retention.uptime_daily_days,
  })

  return {
    samples,
    messages: [takeReports(samples, live, gaps.heard), ...gaps.messages],
    figures: lastFigures(samples),
    tiers: [...accounts.tiers, gaps.tier],
    jobs: [writer.job, aggregator.job, ...accounts.jobs],
    routes: [recordRoutes(servers, makeReader(context)), accounts.routes, gaps.routes],
    on: gaps.on,
    ruleTypes: accounts.ruleTypes,
    ready() {
      accounts.ready()
      return aggregator.start()
    },
    /** Called in the transaction that deletes the server. */
    forget(server: Server) {
      forgetting.start(server)
      accounts.forget(server)
    },
    close() {
      aggregator.close()
      accounts.close()
      forgetting.stop()
      gaps.close()
      writer.close()
    },
  }
}
