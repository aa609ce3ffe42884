import {
  type Agents,
  agentOffline,
  agentOnline,
  type Live,
  type Server,
  type Servers,
} from '@svc/plugin-enrollment/contract'
import { type Core, listen, type Registry } from '@svc/plugin-sdk'
import type { Audit, Outbound, RetentionTier, Secrets } from '@svc/plugin-system/contract'
import { AlertChanged } from '@svc/protocol'
import type { AlertsConfig } from './config.ts'
import { alertChanged, type ChannelType, type RuleType, type Silencer, type UsageSource } from './contract.ts'
import { makeConditionEvaluator } from './evaluation/evaluate-conditions.ts'
import { makeEvaluator } from './evaluation/evaluator.ts'
import { makeSignals } from './evaluation/signals.ts'
import { makeSilence } from './evaluation/silence.ts'
import { makeAlertUpdater } from './evaluation/update-alerts.ts'
import { changesStore } from './events/changes-store.ts'
import { makeAlertCloser } from './events/close-alerts.ts'
import { eventRoutes } from './events/event-routes.ts'
import { makeRecord } from './events/record.ts'
import { makeUsageOf } from './events/server-usage.ts'
import { statesStore } from './events/states-store.ts'
import { makeNotifications } from './notifications/assembly.ts'
import { capabilityGrant, watchGrants } from './rule-types/capability-grant.ts'
import { expiration } from './rule-types/expiration.ts'
import { ipChanged, watchAddresses } from './rule-types/ip-changed.ts'
import { makeOffline } from './rule-types/offline.ts'
import { offlineStore } from './rule-types/offline-store.ts'
import { makeOfflineTracker } from './rule-types/offline-tracker.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { makeRules } from './rules/rules.ts'
import { rulesStore } from './rules/rules-store.ts'

interface Context extends Core {
  readonly config: AlertsConfig
  readonly audit: Audit
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly servers: Servers
  readonly agents: Agents
  readonly live: Live
  readonly types: Registry<RuleType>
  readonly channels: Registry<ChannelType>
  readonly silencers: Registry<Silencer>
  readonly usageSources: Registry<UsageSource>
}

const retentionTiersOf = (days: number): RetentionTier[] => [
  { table: 'alerts_changes', column: 'at', days },
  // null while firing, so firing alerts are kept
  { table: 'alerts_states', column: 'resolved_at', days },
]

/** Builds the objects of the plugin in dependency order. */
export function assemble(context: Context) {
  const { db, clock, log, checkpoint, config, emit, audit, servers, types, live } = context
  const rulesTable = rulesStore(db)
  const states = statesStore(db)
  const changes = changesStore(db)
  const notificationParts = makeNotifications({
    ...context,
    countRules: rulesTable.countByGroup,
    clearGroup: rulesTable.clearGroup,
  })
  const notifications = notificationParts.service

  const record = makeRecord({ emit, states, changes, notifications, usageOf: makeUsageOf(context) })
  const closer = makeAlertCloser({ clock, servers, rules: rulesTable, states, changes, record })
  const silence = makeSilence(context)
  const alertSignals = makeSignals({ db, clock, log, servers, rules: rulesTable, states, types, silence, record })
  const evaluate = makeEvaluator({
    db,
    clock,
    log,
    checkpoint,
    servers,
    rules: rulesTable,
    states,
    types,
    silence,
    closer,
    evaluateConditions: makeConditionEvaluator({ clock, log, types }),
    updater: makeAlertUpdater({ types, servers, states, record }),
  })
  const rules = makeRules({ db, clock, audit, servers, notifications, types, store: rulesTable, closer })
  const offlineTracker = makeOfflineTracker({ ...context, store: offlineStore(db) })

  return {
    services: { silence, notifications, alertSignals },
    types: [makeOffline(offlineTracker), expiration, ipChanged, capabilityGrant],
    contributes: notificationParts.contributes,
    tiers: retentionTiersOf(config.retention.alert_events_days),
    onDelete(server: Server) {
      closer.serverDeleted(server)
      offlineTracker.deleteServer(server.id)
    },
    on: [
      listen(agentOnline, ({ serverId }) => offlineTracker.cameOnline(serverId)),
      listen(agentOffline, ({ serverId }) => offlineTracker.wentOffline(serverId)),
      listen(alertChanged, ({ ruleId, serverId, status }) =>
        live.broadcast(AlertChanged, { alert_key: `${ruleId}:${serverId}`, server_id: serverId, status }),
      ),
      watchAddresses(alertSignals),
      watchGrants(alertSignals),
    ],
    jobs: [{ name: 'AlertEvaluator', every: 60_000, run: evaluate }, ...notificationParts.jobs],
    routes: [
      ruleRoutes({ rules, states, types, servers }),
      eventRoutes({ servers, rules: rulesTable, states, changes, language: config.notifications.language }),
      notificationParts.routes,
    ],
    ready: () =>
      db.transaction(() => {
        closer.purgeDeletedServers()
        offlineTracker.purgeDeletedServers()
      }),
    close: notificationParts.close,
  }
}
