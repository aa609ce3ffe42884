import type { Notifications, Silence } from '@svc/plugin-alerts/contract'
import type { Live, Servers } from '@svc/plugin-enrollment/contract'
import type { Core, Routes } from '@svc/plugin-sdk'
import type { Audit, Outbound, Secrets } from '@svc/plugin-system/contract'
import { makeChanges } from './changes.ts'
import { makeCheckTypes } from './checks/check-types.ts'
import { configError } from './checks/config-reader.ts'
import { makeConfigEncryption } from './monitors/config-encryption.ts'
import { makeMonitorView } from './monitors/monitor-view.ts'
import { makeMonitors } from './monitors/monitors.ts'
import { type MonitorRow, monitorsStore } from './monitors/monitors-store.ts'
import { makePurge } from './records/purge.ts'
import { recordRoutes } from './records/record-routes.ts'
import { recordsStore } from './records/records-store.ts'
import { makeSummaryReader } from './records/summary-reader.ts'
import { monitorRoutes } from './routes.ts'
import { makeCheckRunner } from './runner/check-runner.ts'
import { makeSaveOutcome } from './runner/save-outcome.ts'
import { makeSchedule } from './runner/schedule.ts'

interface Parts extends Pick<Core, 'clock' | 'db' | 'log' | 'offload' | 'version'> {
  readonly audit: Audit
  readonly live: Live
  readonly outbound: Outbound
  readonly secrets: Secrets
  readonly servers: Servers
  readonly notifications: Notifications | undefined
  readonly silence: Silence | undefined
  readonly registries: Parameters<typeof makeCheckTypes>[0]['registries']
}

/** Wires the plugin together. */
export function assemble(parts: Parts) {
  const { clock, db, log, notifications, secrets, servers } = parts
  const store = monitorsStore(db)
  const records = recordsStore(db)
  const encryption = makeConfigEncryption(secrets)
  const checkTypeOf = makeCheckTypes(parts)
  const changes = makeChanges(parts)

  const runner = makeCheckRunner({
    clock,
    log,
    onChecked: changes.broadcast,
    save: makeSaveOutcome({ ...parts, monitors: store, records }),
    async check(row: MonitorRow, signal) {
      const checkType = checkTypeOf(row.monitor_type)
      const stored = encryption.decrypt(row)
      if (!stored) throw configError('headers', 'cannot be decrypted and must be entered again')
      const { target, memory } = row
      return checkType.check({ target, config: await checkType.readConfig(stored), memory, signal })
    },
  })
  const schedule = makeSchedule({ clock, log, monitors: store, runner })
  const monitors = makeMonitors({ ...parts, store, encryption, checkTypeOf, cancelCheck: runner.cancel })
  const view = makeMonitorView({ encryption, servers, isChecking: runner.isRunning })
  const purge = makePurge(parts)
  const routes = [
    monitorRoutes({ monitors, records, runner, view, changes, purge: purge.start }),
    recordRoutes({ clock, monitors, records, readSummary: makeSummaryReader(parts) }),
  ]

  /** Groups and servers may have been deleted while this plugin was disabled, or right before a crash. */
  function removeDanglingReferences() {
    const rows = store.list()
    const groupIds = new Set(rows.map((row) => row.notification_group_id).filter((id) => id !== null))
    const serverIds = new Set(rows.flatMap((row) => JSON.parse(row.server_ids_json) as string[]))
    db.transaction(() => {
      // Without the alerts plugin there is no telling which groups exist.
      for (const id of groupIds) if (notifications?.hasGroup(id) === false) store.removeGroup(id)
      for (const id of serverIds) if (!servers.get(id)) store.removeServer(id)
    })
  }

  return {
    job: schedule.job,
    routes: async (app: Parameters<Routes>[0]) => {
      for (const register of routes) await app.register(register)
    },
    groupDeleted(groupId: string) {
      for (const id of store.removeGroup(groupId)) changes.broadcast(id)
    },
    serverDeleted(serverId: string) {
      for (const id of store.removeServer(serverId)) changes.broadcast(id)
    },
    ready() {
      removeDanglingReferences()
      purge.start()
    },
    async close() {
      schedule.close()
      purge.stop()
      await runner.close()
    },
  }
}
