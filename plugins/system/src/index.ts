import {
  configuration,
  contribute,
  dataFiles,
  definePlugin,
  networkAccess,
  pluginAdministration,
  type Routes,
} from '@svc/plugin-sdk'
import { aboutRoutes } from './about-routes.ts'
import { makeAudit, makeAuditRow } from './audit.ts'
import { auditLogStore } from './audit-log-store.ts'
import { auditRoutes } from './audit-routes.ts'
import { brandImageRoutes } from './brand-image-routes.ts'
import { makeBrandImages } from './brand-images.ts'
import { brandRoutes, makeBranding } from './brand-routes.ts'
import { cleanupJob } from './cleanup-job.ts'
import { config } from './config.ts'
import { configurationRoutes } from './configuration-routes.ts'
import {
  audit,
  auditActors,
  branding,
  outbound,
  outboundGates,
  pluginSettings,
  type RetentionTier,
  rateLimits,
  retentionTiers,
  runs,
  scheduler,
  secrets,
  settings,
  settingsForms,
} from './contract.ts'
import { generalSettingsRoutes } from './general-settings.ts'
import { settingsAndAuditLogs } from './migrations/001-settings-and-audit-logs.ts'
import { runsTable } from './migrations/002-runs.ts'
import { pluginSettingsTable } from './migrations/003-plugin-settings.ts'
import { makeOutbound } from './outbound/outbound.ts'
import { pluginDataRoutes } from './plugin-data/plugin-data-routes.ts'
import { makePurge, purgeCommand } from './plugin-data/purge.ts'
import { pluginRoutes } from './plugin-routes.ts'
import { makePluginSettings } from './plugin-settings/plugin-settings.ts'
import { pluginSettingsRoutes } from './plugin-settings/plugin-settings-routes.ts'
import { pluginSettingsStore } from './plugin-settings/plugin-settings-store.ts'
import { rateLimitRoutes } from './rate-limits/rate-limit-routes.ts'
import { makeRuns } from './runs.ts'
import { runsCheck } from './runs-check.ts'
import { keyCheck } from './secrets/key-check.ts'
import { loadKey } from './secrets/key-file.ts'
import { acceptKeyCommand, checkFingerprint } from './secrets/key-fingerprint.ts'
import { makeSecrets } from './secrets/secrets.ts'
import { settingsStore } from './settings-store.ts'

/** Retention of the tables of this plugin. */
const ownTiers = (days: { audit_logs_days: number; runs_days: number }): RetentionTier[] => [
  { table: 'system_audit_logs', column: 'created_at', days: days.audit_logs_days },
  { table: 'system_runs', column: 'seen_at', days: days.runs_days },
]

export default definePlugin({
  id: 'system',
  config,
  requires: { configuration, plugins: pluginAdministration, network: networkAccess },
  provides: { audit, branding, settings, pluginSettings, secrets, outbound, runs, scheduler },
  points: { retentionTiers, auditActors, rateLimits, outboundGates, settingsForms },
  migrations: [settingsAndAuditLogs, runsTable, pluginSettingsTable],
  setup({ config, db, clock, log, emit, version, dataDir, offload, configuration, plugins, network, ...points }) {
    const { retentionTiers: tiers, auditActors: actors, rateLimits: limits, settingsForms: forms } = points
    const { outboundGates: gates } = points
    const store = auditLogStore(db)
    const auditLog = makeAudit({ db, store, actors, clock, log })
    const settingsService = settingsStore(db, clock)
    const brand = makeBranding(settingsService)
    const images = makeBrandImages(dataDir)
    const ownRuns = makeRuns({ db, clock })
    const loadedKey = loadKey(dataDir, log)
    checkFingerprint(loadedKey, settingsService, log)
    const secretsService = makeSecrets(loadedKey.key)
    const ofPlugins = makePluginSettings({
      store: pluginSettingsStore(db),
      secrets: secretsService,
      forms,
      clock,
      emit,
    })
    const purge = makePurge({ plugins, settings: ofPlugins, audit: auditLog })
    const routes: Routes = async (app) => {
      await app.register(aboutRoutes(version))
      await app.register(auditRoutes({ store, row: makeAuditRow({ actors, clock }), offload }))
      const branded = { settings: settingsService, branding: brand, audit: auditLog, images }
      await app.register(brandRoutes(branded))
      await app.register(brandImageRoutes(branded))
      await app.register(generalSettingsRoutes(branded))
      await app.register(configurationRoutes(configuration))
      await app.register(pluginRoutes({ plugins, audit: auditLog, forms }))
      await app.register(pluginSettingsRoutes({ settings: ofPlugins, audit: auditLog }))
      await app.register(pluginDataRoutes({ plugins, settings: ofPlugins, offload, purge }))
      await app.register(rateLimitRoutes({ limits, audit: auditLog, clock, network }))
    }
    return {
      provides: {
        audit: auditLog,
        branding: brand,
        settings: settingsService,
        pluginSettings: ofPlugins.service,
        secrets: secretsService,
        outbound: makeOutbound({ clock, allows: (host) => gates.all().every((gate) => gate.allows(host)) }),
        runs: ownRuns.service,
        scheduler: config.scheduler,
      },
      contributes: [
        ...contribute(retentionTiers, ...ownTiers(config.retention)),
        ...contribute(dataFiles, { name: 'secret.key', kind: 'file' }, { name: 'brand', kind: 'folder' }),
      ],
      jobs: [cleanupJob({ tiers, offload, clock, log }), ownRuns.job],
      commands: [acceptKeyCommand(loadedKey.key, settingsService), purgeCommand(purge)],
      checks: [keyCheck, runsCheck(clock)],
      routes,
      ready: ownRuns.begin,
      close: ownRuns.end,
    }
  },
})
