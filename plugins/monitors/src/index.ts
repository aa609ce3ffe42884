import { alertSubjects, groupDeleted, notifications, silence } from '@svc/plugin-alerts/contract'
import { containerStates } from '@svc/plugin-docker/contract'
import { health, healthSources, live, servers, serverTables } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, optional, type Routes } from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, secrets } from '@svc/plugin-system/contract'
import { ServiceMonitorChanged } from '@svc/protocol'
import { makeAlertSubjects } from './alert-subjects.ts'
import { makeCheckTypes } from './checks/check-types.ts'
import { config } from './config.ts'
import { serviceStates } from './contract.ts'
import { monitorTables } from './migrations/001-monitors.ts'
import { beats } from './migrations/002-beats.ts'
import { notified } from './migrations/003-notified.ts'
import { makeMonitorHealth } from './monitor-health.ts'
import { makeConfigEncryption } from './monitors/config-encryption.ts'
import { monitorRoutes } from './monitors/monitor-routes.ts'
import { makeMonitorView } from './monitors/monitor-view.ts'
import { makeMonitors } from './monitors/monitors.ts'
import { monitorsStore } from './monitors/monitors-store.ts'
import { beatRoutes } from './records/beat-routes.ts'
import { makePurge } from './records/purge.ts'
import { recordRoutes } from './records/record-routes.ts'
import { recordsStore } from './records/records-store.ts'
import { makeSummaryReader } from './records/summary-reader.ts'
import { makeCheckRunner } from './runner/check-runner.ts'
import { pushRoutes } from './runner/push-routes.ts'
import { makeSaveOutcome } from './runner/save-outcome.ts'
import { makeSchedule, tickMs } from './runner/schedule.ts'
import { makeServiceStates } from './service-states.ts'

export default definePlugin({
  id: 'monitors',
  config,
  requires: {
    audit,
    health,
    live,
    outbound,
    secrets,
    servers,
    containers: optional(containerStates),
    notifications: optional(notifications),
    silence: optional(silence),
  },
  provides: { serviceStates },
  migrations: [monitorTables, beats, notified],
  setup(context) {
    const { audit, clock, config, db, live, servers, text } = context
    const store = monitorsStore(db)
    const records = recordsStore(db)
    const encryption = makeConfigEncryption(context.secrets)
    const checkTypeOf = makeCheckTypes({
      ...context,
      outbound: context.outbound.withPrivate(config.monitors.allow_private),
      registries: config.monitors,
    })
    const monitorHealth = makeMonitorHealth({ ...context, monitors: store })
    const onChanged = (id: string) => {
      live.broadcast(ServiceMonitorChanged, { monitor_id: id })
      db.afterCommit(() => monitorHealth.onChanged(id))
    }
    const save = makeSaveOutcome({ ...context, monitors: store, records })
    const runner = makeCheckRunner({ ...context, encryption, checkTypeOf, save, onChecked: onChanged })
    const schedule = makeSchedule({ ...context, monitors: store, runner })
    const purge = makePurge(context)
    const monitors = makeMonitors({
      ...context,
      store,
      encryption,
      checkTypeOf,
      cancelCheck: runner.cancel,
      onChanged,
      purge: purge.start,
    })
    const routes: Routes = async (app) => {
      const view = makeMonitorView({ encryption, servers, text, isChecking: runner.isRunning })
      await app.register(monitorRoutes({ monitors, records, runner, view, audit, text }))
      await app.register(beatRoutes({ ...context, monitors }))
      await app.register(pushRoutes({ clock, monitors: store, save, onChecked: onChanged }))
      const days = config.retention.service_monitor_days
      await app.register(
        recordRoutes({ clock, days, monitors, records, readSummary: makeSummaryReader(context), text }),
      )
    }
    return {
      provides: { serviceStates: makeServiceStates({ ...context, monitors: store }) },
      contributes: [
        ...contribute(alertSubjects, makeAlertSubjects({ monitors: store })),
        ...contribute(healthSources, monitorHealth.source),
        ...contribute(serverTables, { table: 'monitors_servers', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'monitors_records',
          column: 'time',
          days: config.retention.service_monitor_days,
        }),
        ...contribute(retentionTiers, { table: 'monitors_days', column: 'day_start', days: 31 }),
      ],
      on: [listen(groupDeleted, ({ groupId }) => monitors.groupDeleted(groupId))],
      jobs: [{ name: 'ServiceMonitors', every: tickMs, offset: 5000, run: schedule.run }],
      routes,
      ready() {
        monitors.removeDeletedGroups()
        purge.start()
      },
      async close() {
        schedule.close()
        purge.stop()
        await runner.close()
      },
    }
  },
})
