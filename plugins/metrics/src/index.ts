import { ruleHistories, ruleTypes, usageSources } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agents,
  health,
  healthSources,
  live,
  liveMessages,
  liveStatus,
  serverDeleted,
  servers,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, type Routes } from '@svc/plugin-sdk'
import { audit, retentionTiers, runs, settings } from '@svc/plugin-system/contract'
import { makeServerDeletion } from '@svc/series'
import { makeRuleHistories } from './alerting/rule-histories.ts'
import { thresholdTypes } from './alerting/threshold-types.ts'
import { config } from './config.ts'
import { history, latest, pastRecords, plannedOutages, recordConsumers, trafficShares } from './contract.ts'
import { detailRoutes } from './details/routes.ts'
import { makeGaps } from './gaps/gaps.ts'
import { gpuRecorder } from './gpu-records.ts'
import { limitRoutes, makeLimits } from './hints/limit-settings.ts'
import { makeHints } from './hints/make-hints.ts'
import { makeReader } from './history.ts'
import { makeHistory } from './history-service.ts'
import { migrations } from './migrations.ts'
import { makePastRecords } from './past-records.ts'
import { makeRestoredMinutes } from './recent-minutes.ts'
import { makeRecentSamples } from './recent-samples.ts'
import { passRecords } from './record-consumers.ts'
import { makeRecordWriter } from './record-writer.ts'
import { recordsStore } from './records-store.ts'
import { answerRecentMetrics, latestMetrics, receiveReports, usageSource } from './reports.ts'
import { retention } from './retention.ts'
import { recordRoutes } from './routes.ts'
import { makeSamples } from './samples.ts'
import { makeAggregator } from './sealing/aggregator.ts'
import { makeUptime } from './uptime/uptime.ts'

export default definePlugin({
  id: 'metrics',
  config,
  requires: { agents, audit, health, live, servers, settings, runs },
  provides: { history, latest, pastRecords },
  points: { plannedOutages, recordConsumers, trafficShares },
  migrations,
  setup(context) {
    const { config, db, clock, live, servers, plannedOutages } = context
    const samples = makeSamples((record) => gaps.onMissed(record))
    const uptime = makeUptime(context)
    const recent = makeRestoredMinutes(context)
    const recentSamples = makeRecentSamples()
    const perRecord = gpuRecorder(db)
    const pass = passRecords(context)
    const store = recordsStore(db, [perRecord, uptime.consumer, recent.consumer, pass])
    const writer = makeRecordWriter({ ...context, samples, store })
    const aggregator = makeAggregator(context)
    const gaps = makeGaps({
      ...context,
      store,
      planned: plannedOutages,
      isRecorded: uptime.isRecorded,
      pendingMinute: samples.pendingMinute,
      onPastHourChanged: aggregator.schedule,
      uptimeDays: config.retention.uptime_daily_days,
    })
    const read = makeReader(context)
    const limits = makeLimits({
      ...context,
      onChanged() {
        hints.recheck()
        live.resync()
      },
    })
    const hints = makeHints({ ...context, latest: samples, recent, limits: limits.get })
    const deletion = makeServerDeletion(context, new URL('./server-deletion.js', import.meta.url))
    const routes: Routes = async (app) => {
      await app.register(recordRoutes(read, clock))
      await app.register(gaps.routes)
      await app.register(detailRoutes(samples))
      await app.register(limitRoutes({ ...context, limits }))
    }
    return {
      provides: {
        history: makeHistory({ ...context, read, uptime }),
        latest: samples,
        pastRecords: makePastRecords({ ...context, store, perRecord, pass }),
      },
      contributes: [
        ...contribute(agentMessages, receiveReports(samples, recentSamples, live, gaps.onReport), ...gaps.messages),
        ...contribute(healthSources, hints.source),
        ...contribute(liveStatus, latestMetrics(samples, { limits: limits.get, recent: recentSamples, clock })),
        ...contribute(liveMessages, answerRecentMetrics({ clock, servers, samples: recentSamples, minutes: recent })),
        ...contribute(retentionTiers, ...retention(config.retention)),
        ...contribute(ruleTypes, ...thresholdTypes(recent)),
        ...contribute(ruleHistories, ...makeRuleHistories(context)),
        ...contribute(usageSources, usageSource(servers, samples)),
      ],
      on: [
        ...gaps.on,
        listen(serverDeleted, (server) => {
          samples.delete(server.id)
          recentSamples.delete(server.id)
          hints.forget(server.id)
          recent.delete(server.number)
          deletion.start(server)
        }),
      ],
      jobs: [writer.job, aggregator.job, uptime.job, hints.job],
      routes,
      ready() {
        recent.start()
        return aggregator.start()
      },
      close() {
        aggregator.close()
        recent.close()
        hints.close()
        deletion.stop()
        gaps.close()
        writer.close()
      },
    }
  },
})
