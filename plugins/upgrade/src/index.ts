import {
  agentMessages,
  agents,
  live,
  liveUpgrades,
  onAgent,
  serverDeleted,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, settings } from '@svc/plugin-system/contract'
import { CapabilityDenied, SystemInfo } from '@svc/protocol'
import { config } from './config.ts'
import { upgradeObservers } from './contract.ts'
import { makeJobs } from './jobs/jobs.ts'
import { jobsStore } from './jobs/jobs-store.ts'
import { upgradeTables } from './migrations/001-upgrades.ts'
import { makeLatestVersion, sourceOf } from './release/latest-version.ts'
import { makeRollouts } from './rollouts/rollouts.ts'
import { rolloutsStore } from './rollouts/rollouts-store.ts'
import { upgradeRoutes } from './routes.ts'
import { UpgradeProgress, UpgradeResult } from './wire.ts'

const historyDays = 365

export default definePlugin({
  id: 'upgrade',
  config,
  requires: { agents, audit, live, outbound, servers, settings },
  points: { observers: upgradeObservers },
  migrations: [upgradeTables],
  setup(core) {
    const { agents, audit, clock, config, db, outbound, servers, settings } = core
    const store = jobsStore(db)
    const rolloutRows = rolloutsStore(db)
    const jobs = makeJobs({
      ...core,
      store,
      isOfRollout: rolloutRows.hasJob,
      onEnded: () => db.afterCommit(() => rollouts.advance()),
    })
    const rollouts = makeRollouts({ ...core, store: rolloutRows, jobs })
    const latest = makeLatestVersion({ outbound, clock, source: sourceOf(config.upgrade) })
    const days = historyDays
    return {
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(UpgradeProgress, jobs.onProgress),
          onAgent(UpgradeResult, jobs.onResult),
          onAgent(SystemInfo, jobs.onSystemInfo),
          onAgent(CapabilityDenied, jobs.onDenied),
        ),
        ...contribute(liveUpgrades, { plugin: 'upgrade', list: jobs.recent }),
        ...contribute(
          serverTables,
          { table: 'upgrade_jobs', column: 'server_id' },
          { table: 'upgrade_targets', column: 'server_id' },
        ),
        // Null while running.
        ...contribute(
          retentionTiers,
          { table: 'upgrade_jobs', column: 'finished_at', days },
          { table: 'upgrade_rollouts', column: 'finished_at', days },
          { table: 'upgrade_targets', column: 'started_at', days },
        ),
      ],
      on: [listen(serverDeleted, ({ id }) => jobs.serverDeleted(id))],
      jobs: [
        {
          name: 'UpgradeSweep',
          every: 10_000,
          run: () => {
            jobs.sweep()
            rollouts.advance()
          },
        },
      ],
      routes: upgradeRoutes({ jobs, store, rollouts, latest, agents, servers, settings, audit, core }),
      ready: () => store.resume(clock.now()),
    }
  },
})
