import { agentMessages, agents, live, liveStatus, serverLifecycle, servers } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { retentionTiers } from '@svc/plugin-system/contract'
import { makeAccounts } from './accounts.js'
import { config } from './config.js'
import { latest } from './contract.js'
import { makeForgetting } from './forgetting.js'
import { gpuRecorder } from './gpu/gpu-records-store.js'
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
    const accounts = makeAccounts({ clock, db, log, offload, agents, servers, config })
    const store = recordsStore(db, [gpuRecorder(db), ...accounts.consumers])
    const writer = makeRecordWriter({ clock, log, samples, agents, store })
    const aggregator = makeAggregator({ clock, log, offload })
    const forgetting = makeForgetting({ clock, log, offload, servers, samples })
    return {
      provides: { latest: samples },
      contributes: [
        ...contribute(agentMessages, takeReports(samples, live)),
        ...contribute(liveStatus, lastFigures(samples)),
        ...contribute(retentionTiers, ...retention(config.retention), ...accounts.tiers),
        ...contribute(serverLifecycle, {
          plugin: 'metrics',
          onDelete(server) {
            forgetting.start(server)
            accounts.forget(server)
          },
        }),
      ],
      jobs: [writer.job, aggregator.job, ...accounts.jobs],
      routes: async (app) => {
        await app.register(recordRoutes(servers, makeReader({ db, offload })))
        await app.register(accounts.routes)
      },
      ready: aggregator.start,
      close() {
        aggregator.close()
        accounts.close()
        forgetting.stop()
        writer.close()
      },
    }
  },
})
