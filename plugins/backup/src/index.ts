import { groupDeleted, notifications } from '@svc/plugin-alerts/contract'
import { ownerProof, users } from '@svc/plugin-auth/contract'
import {
  commandHost,
  contribute,
  databaseFile,
  dataFiles,
  definePlugin,
  listen,
  optional,
  pluginAdministration,
  type Routes,
} from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, scheduler, secrets } from '@svc/plugin-system/contract'
import { makeArchives } from './archive/archives.ts'
import { backupCommand, restoreCommand } from './commands.ts'
import { config } from './config.ts'
import { databaseRoutes } from './database-routes.ts'
import { makeDestinations } from './destinations/destinations.ts'
import { makeFullBackup } from './full-backup.ts'
import { plansAndRuns } from './migrations/001-plans.ts'
import { makeOperations } from './operations.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { makePlanSecrets } from './plans/plan-secrets.ts'
import { makePlans } from './plans/plans.ts'
import { plansCheck } from './plans/plans-check.ts'
import { plansStore } from './plans/plans-store.ts'
import { makeRunner } from './plans/runner.ts'
import { makeRestore } from './restore.ts'
import { makeRestoreNote } from './restore-note.ts'
import { restoreRoutes } from './restore-routes.ts'
import { makeSideFiles } from './side-files.ts'

/** Of scrypt: the recommendation of OWASP; takes 128 MB and a second. */
const defaultWorkFactor = 17

/** The plugin; tests encrypt more cheaply. */
export const makeBackup = (workFactor = defaultWorkFactor) =>
  definePlugin({
    id: 'backup',
    config,
    requires: {
      audit,
      database: databaseFile,
      host: commandHost,
      notifications: optional(notifications),
      outbound,
      ownerProof,
      plugins: pluginAdministration,
      scheduler,
      secrets,
      users,
    },
    points: { dataFiles },
    migrations: [plansAndRuns],
    setup(context) {
      const { audit, config, dataDir, database, db, host, scheduler } = context
      const files = makeSideFiles({ file: database.path, dataDir })
      const note = makeRestoreNote(database.path)
      const thirdParty = () =>
        context.plugins
          .list()
          .flatMap(({ bundled, id, version }) => (bundled || version === null ? [] : [{ id, version }]))
      const archives = makeArchives({ ...context, thirdParty, workFactor })
      const operations = makeOperations(context.clock)
      const store = plansStore(db)
      const destinations = makeDestinations({
        dataDir,
        directories: config.backup.directories,
        outbound: context.outbound.withPrivate(config.backup.allow_private),
      })
      const plans = makePlans({
        ...context,
        timezone: scheduler.timezone,
        store,
        destinations,
        secrets: makePlanSecrets(context.secrets),
      })
      const common = {
        ...context,
        archives,
        files,
        folders: destinations.folders,
        makeFullBackup: makeFullBackup({ archives, database, files }),
        maxRestoreSize: config.backup.max_restore_size,
        operations,
        plans,
        restore: makeRestore({ archives, database, files, note }),
        store,
        timezone: scheduler.timezone,
      }
      const runner = makeRunner(common)
      const routes: Routes = async (app) => {
        await app.register(databaseRoutes(common))
        await app.register(restoreRoutes(common))
        await app.register(planRoutes({ ...common, runner }))
      }
      const forCommands = {
        ...common,
        archives: makeArchives({ ...context, dataDir: host.dataDir, thirdParty: host.thirdParty, workFactor }),
      }
      return {
        contributes: contribute(retentionTiers, {
          table: 'backup_runs',
          column: 'finished_at',
          days: config.retention.backup_runs_days,
        }),
        on: [listen(groupDeleted, ({ groupId }) => store.removeGroup(groupId))],
        jobs: [{ name: 'BackupScheduler', every: 30_000, offset: 20_000, run: runner.runDue }],
        routes,
        commands: [backupCommand(forCommands), restoreCommand(forCommands)],
        checks: [plansCheck(context.clock, context.text)],
        async ready() {
          const restore = note.read()
          const isRestored = restore?.outcome === 'restored'
          if (restore) audit.write(isRestored ? restore.entry : { ...restore.entry, action: 'settings.restore_undone' })
          note.remove()
          await files.clear()
          runner.recover(isRestored)
          plans.removeDeletedGroups()
        },
        close: runner.close,
      }
    },
  })

export default makeBackup()
