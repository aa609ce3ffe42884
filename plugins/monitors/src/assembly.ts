import type { Notifications, Silence } from '@svc/plugin-alerts/contract'
import type { Live, Servers } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Audit, Outbound, Secrets } from '@svc/plugin-system/contract'
import { makeChanges } from './changes.ts'
import { makeChecker } from './checking/checker.ts'
import { makeSchedule } from './checking/schedule.ts'
import { makeWriteOutcome } from './checking/write-outcome.ts'
import { wrong } from './checks/config-reader.ts'
import { makeKinds } from './checks/kinds.ts'
import { makeMonitorView } from './monitors/monitor-view.ts'
import { makeMonitors } from './monitors/monitors.ts'
import { type MonitorRow, monitorsStore } from './monitors/monitors-store.ts'
import { makeSealing } from './monitors/sealing.ts'
import { makeForgetting } from './records/forgetting.ts'
import { recordRoutes } from './records/record-routes.ts'
import { recordsStore } from './records/records-store.ts'
import { makeSummaryReader } from './records/summary-reader.ts'
import { monitorRoutes } from './routes.ts'

interface Parts extends Pick<Core, 'clock' | 'db' | 'log' | 'offload' | 'version'> {
  readonly audit: Audit
  readonly live: Live
  readonly outbound: Outbound
  readonly secrets: Secrets
  readonly servers: Servers
  readonly notifications: Notifications | undefined
  readonly silence: Silence | undefined
  readonly registries: Parameters<typeof makeKinds>[0]['registries']
}

/** Everything service monitors are made of. */
export function assemble(parts: Parts) {
  const { clock, db, log, notifications, secrets, servers } = parts
  const store = monitorsStore(db)
  const records = recordsStore(db)
  const sealing = makeSealing(secrets)
  const kindOf = makeKinds(parts)
  const changes = makeChanges(parts)

  const checker = makeChecker({
    clock,
    log,
    changed: changes.tell,
    write: makeWriteOutcome({ ...parts, monitors: store, records }),
    async look(row: MonitorRow, signal) {
      const kind = kindOf(row.monitor_type)
      const stored = sealing.config(row)
      if (!stored) throw wrong('headers', 'cannot be read any more and must be entered again')
      const { target, memory } = row
      return kind.check({ target, config: await kind.readConfig(stored), memory, signal })
    },
  })
  const schedule = makeSchedule({ clock, log, monitors: store, checker })
  const monitors = makeMonitors({ ...parts, store, sealing, kindOf, abandon: checker.abandon })
  const view = makeMonitorView({ sealing, servers, isChecking: checker.isRunning })
  const forgetting = makeForgetting(parts)
  const routes = [
    monitorRoutes({ monitors, records, checker, view, changes, forget: forgetting.start }),
    recordRoutes({ clock, monitors, records, readSummary: makeSummaryReader(parts) }),
  ]
  /** Groups and servers that were deleted while this plugin was off, or as the program died. */
  function forgetUnknown() {
    const all = store.list()
    const groups = new Set(all.flatMap(({ notification_group_id: id }) => (id === null ? [] : [id])))
    const ids = new Set(all.flatMap(({ server_ids_json }) => JSON.parse(server_ids_json) as string[]))
    db.transaction(() => {
      // while alerts is off nobody knows which groups there are
      for (const id of groups) if (notifications?.hasGroup(id) === false) store.leaveGroup(id)
      for (const id of ids) if (!servers.get(id)) store.leaveServer(id)
    })
  }

  return {
    job: schedule.job,
    routes: async (app: Parameters<(typeof routes)[number]>[0]) => {
      for (const register of routes) await app.register(register)
    },
    groupDeleted(groupId: string) {
      for (const id of store.leaveGroup(groupId)) changes.tell(id)
    },
    serverDeleted(serverId: string) {
      for (const id of store.leaveServer(serverId)) changes.tell(id)
    },
    ready() {
      forgetUnknown()
      forgetting.start()
    },
    async close() {
      schedule.close()
      forgetting.stop()
      await checker.close()
    },
  }
}
