import { agentMessages, agents, live, liveStatus, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { retentionTiers } from '@svc/plugin-system/contract'
import { config } from './config.js'
import { latest } from './contract.js'
import { makeForgetting } from './forgetting.js'
import { lastFigures, takeReports } from './intake.js'
import { migrations } from './migrations.js'
import { makeReader } from './reader.js'
import { makeRecordWriter } from './record-writer.js'
import { recordsStore } from './records-store.js'
import { retention } from './retention.js'
import { recordRoutes } from './routes.js'
import { makeSamples } from './samples.js'
import { makeAggregator } from './sealing/aggregator.js'

export default definePlugin({
  id: 'metrics',
  config,
  requires: { agents, live, servers },
  provides: { latest },
  migrations,
  setup({ config, db, clock, log, offload, agents, live, servers }) {
    const samples = makeSamples()
    const writer = makeRecordWriter({ clock, log, samples, agents, store: recordsStore(db) })
    const aggregator = makeAggregator({ clock, log, offload })
    const forgetting = makeForgetting({ clock, log, offload, servers, samples })
    return {
      provides: { latest: samples },
      contributes: [
        ...contribute(agentMessages, takeReports(samples, live)),
        ...contribute(liveStatus, lastFigures(samples)),
        ...contribute(retentionTiers, ...retention(config.retention)),
        ...contribute(serverLifecycle, { plugin: 'metrics', onDelete: forgetting.start }),
      ],
      jobs: [writer.job, aggregator.job],
      routes: recordRoutes(servers, makeReader({ db, offload })),
      ready: aggregator.start,
      close() {
        aggregator.close()
        forgetting.stop()
        writer.close()
      },
    }
  },
})
