import { mailer, silencers } from '@svc/plugin-alerts/contract'
import { serverDeleted, servers, serverTables } from '@svc/plugin-enrollment/contract'
import { plannedOutages } from '@svc/plugin-metrics/contract'
import { contribute, definePlugin, listen, optional, type Routes } from '@svc/plugin-sdk'
import { audit, retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { incidentRoutes } from './incidents/incident-routes.ts'
import { makeIncidents } from './incidents/incidents.ts'
import { incidentsStore } from './incidents/incidents-store.ts'
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts'
import { makeMaintenances } from './maintenance/maintenances.ts'
import { maintenancesStore } from './maintenance/maintenances-store.ts'
import { makePlannedOutages, makeSilencer } from './maintenance/planned-outages.ts'
import { statusTables } from './migrations/001-status.ts'
import { makePage } from './page/page.ts'
import { pageRoutes } from './page/page-routes.ts'
import { pageStore } from './page/page-store.ts'

export default definePlugin({
  id: 'status',
  config,
  requires: { audit, scheduler, servers, mailer: optional(mailer) },
  migrations: [statusTables],
  setup(context) {
    const { audit, config, db, scheduler } = context
    const onChanged = () => {}
    const page = makePage({ ...context, store: pageStore(db), monitorExists: undefined, onChanged })
    const incidents = makeIncidents({ ...context, store: incidentsStore(db), onChanged })
    const windows = maintenancesStore(db)
    const maintenances = makeMaintenances({ ...context, timezone: scheduler.timezone, store: windows, onChanged })
    const routes: Routes = async (app) => {
      await app.register(pageRoutes({ page, audit }))
      await app.register(incidentRoutes({ incidents, audit }))
      await app.register(maintenanceRoutes({ maintenances, audit }))
    }
    const days = config.retention.status_history_days
    return {
      contributes: [
        ...contribute(
          serverTables,
          { table: 'status_page_servers', column: 'server_id' },
          { table: 'status_incident_servers', column: 'server_id' },
          { table: 'status_maintenance_servers', column: 'server_id' },
        ),
        // Null while an incident is open, and while a window has others to come.
        ...contribute(
          retentionTiers,
          { table: 'status_incidents', column: 'resolved_at', days },
          { table: 'status_maintenances', column: 'last_end_at', days },
          { table: 'status_occurrences', column: 'end_at', days },
        ),
        ...contribute(silencers, makeSilencer(windows)),
        ...contribute(plannedOutages, makePlannedOutages(windows)),
      ],
      on: [listen(serverDeleted, maintenances.removeWithoutServers)],
      jobs: [{ name: 'MaintenanceSchedule', every: 3_600_000, run: maintenances.extend }],
      routes,
      ready: maintenances.removeWithoutServers,
    }
  },
})
