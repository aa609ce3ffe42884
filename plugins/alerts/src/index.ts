import {
  agentOffline,
  agentOnline,
  agents,
  health,
  healthSources,
  live,
  serverDeleted,
  serverLifecycle,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, type Routes } from '@svc/plugin-sdk'
import { audit, outbound, retentionTiers, scheduler, secrets } from '@svc/plugin-system/contract'
import { AlertChanged } from '@svc/protocol'
import { makeBacktest } from './backtest/backtest.ts'
import { config } from './config.ts'
import {
  alertActions,
  alertChanged,
  alertSignals,
  alertSubjects,
  alertTasks,
  channels,
  dependencyTargets,
  mailer,
  notifications,
  ruleHistories,
  ruleTypes,
  silence,
  silencers,
  usageSources,
} from './contract.ts'
import { makeEvaluation } from './evaluation/evaluation.ts'
import { pendingStore } from './evaluation/pending-store.ts'
import { makeAcknowledge } from './events/acknowledge.ts'
import { makeAlertHealth } from './events/alert-health.ts'
import { changesStore } from './events/changes-store.ts'
import { makeAlertCloser } from './events/close-alerts.ts'
import { alertKey, eventRoutes } from './events/event-routes.ts'
import { periodRoutes } from './events/period-routes.ts'
import { makeRecord } from './events/record.ts'
import { makeRunActions } from './events/run-actions.ts'
import { makeRunTasks } from './events/run-tasks.ts'
import { statesStore } from './events/states-store.ts'
import { makeGrouping } from './grouping/grouping.ts'
import { rulesTables } from './migrations/001-rules.ts'
import { notificationTables } from './migrations/002-notifications.ts'
import { ruleTasks } from './migrations/003-rule-tasks.ts'
import { silencedBy } from './migrations/004-silenced-by.ts'
import { alertGroups } from './migrations/005-alert-groups.ts'
import { dependencyKinds } from './migrations/006-dependency-kinds.ts'
import { ruleOptions } from './migrations/007-rule-options.ts'
import { sources } from './migrations/008-sources.ts'
import { ruleActions } from './migrations/009-actions.ts'
import { makeNotifications } from './notifications/notifications.ts'
import { capabilityGrant, watchGrants } from './rule-types/capability-grant.ts'
import { expiration, expirationHistory } from './rule-types/expiration.ts'
import { ipChanged, watchAddresses } from './rule-types/ip-changed.ts'
import { makeOffline } from './rule-types/offline.ts'
import { offlineStore } from './rule-types/offline-store.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { makeRules } from './rules/rules.ts'
import { rulesStore } from './rules/rules-store.ts'
import { createStarters, startersStore } from './rules/starters.ts'
import { silenceRoutes } from './silences/silence-routes.ts'
import { makeSilences } from './silences/silences.ts'
import { silencesStore } from './silences/silences-store.ts'

export default definePlugin({
  id: 'alerts',
  config,
  requires: { agents, audit, health, live, outbound, scheduler, secrets, servers },
  provides: { alertSignals, mailer, notifications, silence },
  points: {
    alertActions,
    alertTasks,
    types: ruleTypes,
    histories: ruleHistories,
    channelTypes: channels,
    silencers,
    subjects: alertSubjects,
    targets: dependencyTargets,
    usageSources,
  },
  migrations: [
    rulesTables,
    notificationTables,
    ruleTasks,
    silencedBy,
    alertGroups,
    dependencyKinds,
    ruleOptions,
    sources,
    ruleActions,
  ],
  setup(context) {
    const { alertActions, alertTasks, db, audit, config, health, live, servers, text, types } = context
    const outbound = context.outbound.withPrivate(config.notifications.allow_private)
    const rulesTable = rulesStore(db)
    const states = statesStore(db)
    const changes = changesStore(db)
    const notifying = makeNotifications({ ...context, outbound, rules: rulesTable })
    const silences = makeSilences({ ...context, rules: rulesTable, store: silencesStore(db) })
    const pending = pendingStore(db)
    const grouping = makeGrouping({
      ...context,
      notifying,
      isMuted: (ruleId, serverId, source) =>
        typeof states.get(ruleId, serverId, source)?.acknowledged_at === 'number' ||
        silences.snapshot()(serverId, ruleId) !== undefined,
    })
    const record = makeRecord({
      ...context,
      states,
      changes,
      grouper: grouping.grouper,
      runTasks: makeRunTasks(context),
    })
    const closer = makeAlertCloser({ ...context, rules: rulesTable, states, changes, pending, record })
    const evaluation = makeEvaluation({
      ...context,
      rules: rulesTable,
      ...{ silences, pending, states, closer, record },
      runActions: makeRunActions(context),
    })
    const rules = makeRules({ ...context, notifications: notifying, store: rulesTable, closer })
    const backtest = makeBacktest({ ...context, rules, grouping })
    const offline = makeOffline({ ...context, store: offlineStore(db) })
    /** Browsers load the alerts again. */
    const refresh = (ruleId: string, serverId: string, source = '') =>
      live.broadcast(AlertChanged, {
        alert_key: alertKey({ rule_id: ruleId, server_id: serverId, source }),
        server_id: serverId,
        status: 'firing',
      })
    const routes: Routes = async (app) => {
      await app.register(ruleRoutes({ rules, backtest, states, types, alertTasks, alertActions, servers, audit, text }))
      await app.register(
        eventRoutes({
          ...{ servers, rules: rulesTable, states, changes, silences, audit, text },
          language: config.notifications.language,
          acknowledge: makeAcknowledge({ ...context, record }),
          changed: ({ rule_id, server_id, source }) => refresh(rule_id, server_id, source),
        }),
      )
      await app.register(periodRoutes({ rules: rulesTable, states, changes, text }))
      await app.register(
        silenceRoutes({
          ...{ audit, servers, rules: rulesTable, silences },
          changed: ({ rule_id, server_id }) => refresh(rule_id ?? '', server_id ?? ''),
        }),
      )
      await app.register(notifying.routes)
      await app.register(grouping.routes)
    }
    return {
      provides: {
        alertSignals: evaluation.signals,
        mailer: notifying.mailer,
        notifications: grouping.service,
        silence: evaluation.silence,
      },
      contributes: [
        ...contribute(ruleTypes, offline.type, expiration, ipChanged, capabilityGrant),
        ...contribute(ruleHistories, expirationHistory),
        ...contribute(channels, ...notifying.channelTypes),
        ...contribute(healthSources, makeAlertHealth({ states, rules: rulesTable })),
        ...contribute(serverLifecycle, {
          plugin: 'alerts',
          onDelete(server) {
            closer.serverDeleted(server)
            grouping.dependencies.serverDeleted(server)
          },
        }),
        ...contribute(
          serverTables,
          { table: 'alerts_rule_servers', column: 'server_id' },
          { table: 'alerts_absences', column: 'server_id' },
          { table: 'alerts_pending', column: 'server_id' },
          { table: 'alerts_silences', column: 'server_id' },
        ),
        ...contribute(
          retentionTiers,
          { table: 'alerts_changes', column: 'at', days: config.retention.alert_events_days },
          // Null while firing: such an alert is kept.
          { table: 'alerts_states', column: 'resolved_at', days: config.retention.alert_events_days },
          { table: 'alerts_deliveries', column: 'finished_at', days: config.retention.notification_deliveries_days },
          // Null while open. Members and audiences go with it.
          { table: 'alerts_alert_groups', column: 'closed_at', days: config.retention.alert_events_days },
          { table: 'alerts_silences', column: 'until', days: 1 },
          { table: 'alerts_receipts', column: 'at', days: config.retention.alert_events_days },
        ),
      ],
      on: [
        listen(agentOnline, ({ serverId }) => offline.cameOnline(serverId)),
        listen(agentOffline, ({ serverId }) => offline.wentOffline(serverId)),
        listen(serverDeleted, ({ id }) => offline.serverDeleted(id)),
        listen(alertChanged, ({ ruleId, serverId, source, status }) =>
          live.broadcast(AlertChanged, {
            alert_key: alertKey({ rule_id: ruleId, server_id: serverId, source }),
            server_id: serverId,
            status,
          }),
        ),
        listen(alertChanged, ({ serverId }) => health.refresh([serverId])),
        watchAddresses(evaluation.signals),
        watchGrants(evaluation.signals, context.capabilities),
      ],
      jobs: [
        { name: 'AlertEvaluator', every: 60_000, run: evaluation.evaluate },
        { name: 'AlertGrouper', every: 5000, run: grouping.grouper.flush },
        { name: 'NotificationSender', every: 5000, run: notifying.send },
      ],
      routes,
      ready() {
        closer.closeDeletedServers()
        grouping.grouper.closeDeletedSubjects()
        grouping.dependencies.removeDeleted()
      },
      listening() {
        if (!config.alerts.default_rules) return
        const { clock, log } = context
        const { language } = config.notifications
        createStarters({ db, clock, log, language, types, rules, store: startersStore(db), text })
      },
      async close() {
        await grouping.grouper.close()
        await notifying.close()
      },
    }
  },
})
