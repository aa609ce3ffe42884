import {
  addressesReported,
  agentMessages,
  agents,
  capabilitiesReported,
  live,
  onAgent,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { addresses } from '@svc/plugin-geoip/contract'
import { contribute, dataFiles, definePlugin, listen, optional, type Routes } from '@svc/plugin-sdk'
import { ipQualityPanels } from '@svc/plugin-status/contract'
import { audit, outbound, retentionTiers, secrets, settings } from '@svc/plugin-system/contract'
import { makeAgentSync } from './agent-sync.ts'
import { folderName, makeCatalog } from './catalog/catalog.ts'
import { config } from './config.ts'
import { createIpQuality } from './migrations/001-ip-quality.ts'
import { makeQualitySettings } from './quality-settings.ts'
import { makeReceiver } from './results/receive.ts'
import { resultRoutes } from './results/result-routes.ts'
import { resultView } from './results/result-view.ts'
import { resultsStore } from './results/results-store.ts'
import { risksStore } from './risk/risks-store.ts'
import { makeScoring } from './risk/scoring.ts'
import { serviceRoutes } from './services/service-routes.ts'
import { makeServices } from './services/services.ts'
import { servicesStore } from './services/services-store.ts'
import { settingsRoutes } from './settings-routes.ts'
import { makeStatusPanel } from './status-panel.ts'
import { IpQualityUpdate, UnlockResults } from './wire.ts'

export default definePlugin({
  id: 'ip-quality',
  config,
  requires: { addresses: optional(addresses), agents, audit, live, outbound, secrets, servers, settings },
  migrations: [createIpQuality],
  async setup({ config, ...core }) {
    const { db, dataDir, log, audit, live, servers } = core
    const catalog = makeCatalog(dataDir, log)
    await catalog.reload()
    const results = resultsStore(db)
    const risks = risksStore(db)
    const services = makeServices({ ...core, store: servicesStore(db), catalog })
    services.addBuiltIn()
    const settings = makeQualitySettings({ ...core, store: risks, catalog })
    const scoring = makeScoring({
      ...core,
      outbound: core.outbound.withPrivate(config.ip_quality.allow_private),
      store: risks,
      settings,
      onScored: (server_id, ip_quality) =>
        live.broadcast(IpQualityUpdate, {
          server_id,
          unlock_results: results.ofServer(server_id).map(resultView),
          ip_quality,
        }),
    })
    const agentSync = makeAgentSync({ ...core, services, settings, catalog })
    const receive = makeReceiver({ ...core, store: results, services, onEgress: scoring.enqueue })
    const routes: Routes = async (app) => {
      await app.register(
        serviceRoutes({ audit, services, onRemoved: results.forgetService, onChanged: agentSync.sendToAll }),
      )
      await app.register(resultRoutes({ servers, results, risks, agentSync }))
      await app.register(
        settingsRoutes({
          audit,
          settings,
          onChanged({ check_interval_hours, risk_provider, risk_provider_fallback, api_keys }) {
            if (check_interval_hours !== undefined) agentSync.sendToAll()
            if (risk_provider !== undefined || risk_provider_fallback !== undefined || api_keys !== undefined) {
              db.afterCommit(() => scoring.refresh(true))
            }
          },
        }),
      )
    }
    const days = config.retention.ip_quality_event_days
    return {
      contributes: [
        ...contribute(agentMessages, onAgent(UnlockResults, receive)),
        ...contribute(
          serverTables,
          ...['results', 'checks', 'events', 'snapshots'].map((name) => ({
            table: `ip_quality_${name}`,
            column: 'server_id',
          })),
        ),
        ...contribute(
          retentionTiers,
          { table: 'ip_quality_checks', column: 'checked_at', days },
          { table: 'ip_quality_events', column: 'changed_at', days },
          { table: 'ip_quality_risks', column: 'checked_at', days: 2 },
        ),
        ...contribute(ipQualityPanels, makeStatusPanel({ services, results, risks })),
        ...contribute(dataFiles, { name: folderName, kind: 'folder' }),
      ],
      on: [
        listen(capabilitiesReported, ({ serverId }) => agentSync.send(serverId)),
        listen(addressesReported, ({ serverId, before, after }) => {
          const isKnown = before.remote !== null || before.ipv4 !== null || before.ipv6 !== null
          const isMoved = before.remote !== after.remote || before.ipv4 !== after.ipv4 || before.ipv6 !== after.ipv6
          if (isKnown && isMoved) agentSync.runNow(serverId)
        }),
      ],
      jobs: [
        {
          name: 'IpQualityFiles',
          every: 60_000,
          async run() {
            if (!(await catalog.reload())) return
            db.transaction(() => {
              services.addBuiltIn()
              agentSync.sendToAll()
            })
          },
        },
        { name: 'AddressRisks', every: 3_600_000, run: () => scoring.refresh() },
      ],
      routes,
      close: scoring.close,
    }
  },
})
