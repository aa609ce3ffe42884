import { type Agents, agentOffline, agentOnline, type Live, type Servers } from '@svc/plugin-enrollment/contract'
import { type Core, listen, type Registry } from '@svc/plugin-sdk'
import type { Audit, Outbound, RetentionTier, Secrets } from '@svc/plugin-system/contract'
import { AlertChanged } from '@svc/protocol'
import type { AlertsConfig } from './config.ts'
import { alertChanged, type ChannelType, type RuleType, type Silencer, type UsageSource } from './contract.ts'
import { makeAging } from './evaluation/aging.ts'
import { makeEvaluator } from './evaluation/evaluator.ts'
import { makeJudging } from './evaluation/judging.ts'
import { makePending } from './evaluation/pending.ts'
import { makeSettling } from './evaluation/settling.ts'
import { makeSignals } from './evaluation/signals.ts'
import { makeSilence } from './evaluation/silence.ts'
import { changesStore } from './events/changes-store.ts'
import { makeClosing } from './events/closing.ts'
import { eventRoutes } from './events/event-routes.ts'
import { makeUsageOf } from './events/figures-of.ts'
import { makeRecord } from './events/record.ts'
import { statesStore } from './events/states-store.ts'
import { makeNotifications } from './notifications/assembly.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { makeRules } from './rules/rules.ts'
import { rulesStore } from './rules/rules-store.ts'
import { makeAbsences } from './types/absences.ts'
import { absencesStore } from './types/absences-store.ts'
import { capabilityGrant, watchGrants } from './types/capability-grant.ts'
import { expiration } from './types/expiration.ts'
import { ipChanged, watchAddresses } from './types/ip-changed.ts'
import { makeOffline } from './types/offline.ts'

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

const retention = (days: number): RetentionTier[] => [
  { table: 'alerts_changes', column: 'at', days },
  // null while it fires: then it stays
  { table: 'alerts_states', column: 'resolved_at', days },
]

/** Builds the plugin's objects, each from the ones above it. */
export function assemble(context: Context) {
  const { db, clock, log, checkpoint, config, emit, audit, servers, types, live } = context
  const [store, states, changes, absent] = [rulesStore(db), statesStore(db), changesStore(db), absencesStore(db)]
  const told = makeNotifications({ ...context, ruleUses: store.usesOf, forgetGroup: store.forgetGroup })
  const notifications = told.service

  const record = makeRecord({ emit, states, changes, notifications, usageOf: makeUsageOf(context) })
  const closing = makeClosing({ clock, servers, rules: store, states, changes, record })
  const silence = makeSilence(context)
  const signals = makeSignals({ db, clock, log, servers, rules: store, states, types, silence, record })
  const evaluate = makeEvaluator({
    ...{ db, clock, log, checkpoint, servers, rules: store, states, types, silence, closing },
    judge: makeJudging({ clock, log, types }),
    pending: makePending({ types, states }),
    settle: makeSettling({ servers, states, record }),
    age: makeAging({ servers, states, record }),
  })
  const rules = makeRules({ db, clock, audit, servers, notifications, types, store, closing })
  const absences = makeAbsences({ ...context, store: absent })

  return {
    services: { silence, notifications, alertSignals: signals },
    types: [makeOffline(absences), expiration, ipChanged, capabilityGrant],
    contributes: told.contributes,
    tiers: retention(config.retention.alert_events_days),
    onDelete(server: Parameters<typeof closing.serverDeleted>[0]) {
      closing.serverDeleted(server)
      absences.forget(server.id)
    },
    on: [
      listen(agentOnline, ({ serverId }) => absences.came(serverId)),
      listen(agentOffline, ({ serverId }) => absences.left(serverId)),
      listen(alertChanged, ({ ruleId, serverId, status }) =>
        live.broadcast(AlertChanged, { alert_key: `${ruleId}:${serverId}`, server_id: serverId, status }),
      ),
      watchAddresses(signals),
      watchGrants(signals),
    ],
    jobs: [{ name: 'AlertEvaluator', every: 60_000, run: evaluate }, ...told.jobs],
    routes: [
      ruleRoutes({ rules, states, types, servers }),
      eventRoutes({ servers, rules: store, states, changes, language: config.notifications.language }),
      told.routes,
    ],
    ready: () =>
      db.transaction(() => {
        closing.forgetUnknown()
        absences.forgetUnknown()
      }),
    close: told.close,
  }
}
