import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import type { Core, Registry, Routes } from '@svc/plugin-sdk'
import type { Audit, Outbound, Scheduler } from '@svc/plugin-system/contract'
import type { SimulatedGrouping } from '../backtest/simulate.ts'
import type { AlertsConfig } from '../config.ts'
import type { AlertSubjects, DependencyTargets, Notifications, RuleType } from '../contract.ts'
import type { NotificationParts } from '../notifications/notifications.ts'
import type { Rule } from '../rules/rules-store.ts'
import { alertGroupRoutes } from './alert-group-routes.ts'
import { alertGroupsStore } from './alert-groups-store.ts'
import { makeDependencies } from './dependencies.ts'
import { dependenciesStore } from './dependencies-store.ts'
import { dependencyRoutes } from './dependency-routes.ts'
import { makeGroupMessages } from './group-messages.ts'
import { makeGrouper } from './grouper.ts'
import { makeOwnNetwork } from './own-network.ts'
import { makePlaceOfServer } from './place.ts'
import type { Cause } from './plan-groups.ts'
import { makeIsQuiet, quietOf } from './quiet-hours.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'text'> {
  readonly agents: Agents
  readonly audit: Audit
  readonly config: Pick<AlertsConfig, 'notifications'>
  readonly notifying: NotificationParts
  readonly outbound: Outbound
  readonly scheduler: Scheduler
  readonly servers: Servers
  readonly types: Registry<RuleType>
  readonly subjects: Registry<AlertSubjects>
  readonly targets: Registry<DependencyTargets>
  isMuted(ruleId: string, serverId: string, source: string): boolean
}

/** Turns alerts of one cause into one message. */
export function makeGrouping(context: Context) {
  const { config, db, notifying, scheduler, subjects, text } = context
  const { language, canary_targets: canaries } = config.notifications
  const store = alertGroupsStore(db)
  const dependencies = makeDependencies({ ...context, store: dependenciesStore(db) })
  const grouper = makeGrouper({
    ...context,
    store,
    dependencies,
    groups: notifying.groups,
    ownNetwork: makeOwnNetwork({ ...context, targets: canaries }),
    isQuiet: makeIsQuiet(scheduler.timezone),
    write: makeGroupMessages({ language, text, subjects }),
    notify: notifying.notify,
    send: notifying.sendToGroup,
  })
  const routes: Routes = async (app) => {
    await app.register(alertGroupRoutes({ ...context, store, groups: notifying.groups }))
    await app.register(dependencyRoutes({ ...context, dependencies }))
  }

  /** How alerts of a rule on these servers would be grouped; undefined when each is a message of its own. */
  function simulated(
    { immediate, notification_group_id: groupId }: Pick<Rule, 'notification_group_id' | 'immediate'>,
    serverIds: readonly string[],
  ): Omit<SimulatedGrouping, 'isReachability'> | undefined {
    const group = groupId === null ? undefined : notifying.groups.get(groupId)
    if (immediate || !group) return undefined
    const isGrouped = group.wait_seconds > 0
    const quiet = quietOf(group)
    if (!isGrouped && !quiet) return undefined
    const kinds = isGrouped ? (JSON.parse(group.group_by) as string[]) : []
    const causes = new Map<string, Cause>()
    const placeOf = makePlaceOfServer(context, kinds)
    for (const id of serverIds) {
      const cause = placeOf(id)
      if (cause) causes.set(id, cause)
    }
    return {
      waitSeconds: group.wait_seconds,
      causes,
      dependsOn: isGrouped ? dependencies.all() : new Map(),
      ...(quiet && { quiet: { ...quiet, timeZone: scheduler.timezone } }),
    }
  }

  const service: Notifications = {
    hasGroup: notifying.hasGroup,
    reaches: notifying.reaches,
    notify: grouper.notifySubject,
    close: grouper.closeSubject,
  }

  return { grouper, dependencies, service, routes, simulated }
}
export type Grouping = ReturnType<typeof makeGrouping>
