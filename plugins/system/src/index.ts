import { contribute, definePlugin, pluginAdministration, type Routes } from '@svc/plugin-sdk'
import { aboutRoutes } from './about-routes.js'
import { makeAudit, makeAuditRow } from './audit.js'
import { auditLogStore } from './audit-log-store.js'
import { auditRoutes } from './audit-routes.js'
import { brandRoutes } from './brand-routes.js'
import { cleanupJob } from './cleanup-job.js'
import { config } from './config.js'
import { audit, auditActors, retentionTiers, settings } from './contract.js'
import { settingsAndAuditLogs } from './migrations/001-settings-and-audit-logs.js'
import { pluginRoutes } from './plugin-routes.js'
import { settingsStore } from './settings-store.js'

export default definePlugin({
  id: 'system',
  config,
  requires: { plugins: pluginAdministration },
  provides: { audit, settings },
  points: { retentionTiers, auditActors },
  migrations: [settingsAndAuditLogs],
  setup({ config, db, clock, log, version, offload, plugins, retentionTiers: tiers, auditActors: actors }) {
    const store = auditLogStore(db)
    const auditLog = makeAudit({ store, actors, clock, log })
    const values = settingsStore(db, clock)
    const routes: Routes = async (app) => {
      await app.register(aboutRoutes(version))
      await app.register(auditRoutes({ store, row: makeAuditRow({ actors, clock }), offload }))
      await app.register(brandRoutes({ settings: values, audit: auditLog }))
      await app.register(pluginRoutes({ plugins, audit: auditLog }))
    }
    return {
      provides: { audit: auditLog, settings: values },
      contributes: contribute(retentionTiers, {
        table: 'system_audit_logs',
        column: 'created_at',
        days: config.retention.audit_logs_days,
      }),
      jobs: [cleanupJob({ tiers, offload, clock, log })],
      routes,
    }
  },
})
