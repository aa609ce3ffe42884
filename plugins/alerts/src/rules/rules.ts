import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, type Database, invalid, notFound, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Notifications, RuleType } from '../contract.ts'
import type { Closing } from '../events/closing.ts'
import { visibleName } from '../visible-name.ts'
import { readConditions } from './read-conditions.ts'
import { readCoverage } from './read-coverage.ts'
import type { RuleRow } from './rule.ts'
import type { AlertRuleInput } from './rule-schema.ts'
import type { Rule, RulesStore } from './rules-store.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly audit: Audit
  readonly servers: Pick<Servers, 'ids'>
  readonly notifications: Pick<Notifications, 'hasGroup'>
  readonly types: Registry<RuleType>
  readonly store: RulesStore
  readonly closing: Closing
}

/** Who acts, from where. */
export interface Actor {
  readonly userId: string
  readonly ip: string
}

/** Enough for any fleet; what a pass costs grows with them. */
const mostRules = 500

/** What callers know by another name. */
const shownName = { conditions_json: 'rules', serverIds: 'server_ids' } as const
const judged: readonly string[] = ['enabled', 'rules', 'cover_type', 'server_ids']

const changedNames = (before: Rule, after: Rule): string[] =>
  (['name', 'enabled', 'conditions_json', 'trigger_mode', 'notification_group_id', 'cover_type', 'serverIds'] as const)
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => (name in shownName ? shownName[name as keyof typeof shownName] : name))

/** What can be done with rules; each act is one transaction with its trace in the audit log. */
export function makeRules({ db, clock, audit, servers, notifications, types, store, closing }: Dependencies) {
  const existing = (id: string): Rule => {
    const rule = store.get(id)
    if (!rule) throw notFound('no such alert rule')
    return rule
  }

  const trace = ({ userId, ip }: Actor, act: string, rule: RuleRow, more: object = {}) =>
    audit.write({ userId, ip, action: `alert_rule.${act}`, detail: { id: rule.id, name: rule.name, ...more } })

  /** The rule that `input` makes of `before`. */
  function merged(input: Partial<AlertRuleInput>, before: Rule): Rule {
    if (input.actions && input.actions.length > 0)
      throw invalid('actions', 'must be empty; actions are not supported yet')
    const group = input.notification_group_id
    if (group && group !== before.notification_group_id && !notifications.hasGroup(group)) {
      throw invalid('notification_group_id', 'must be the id of an existing notification group')
    }
    const name = input.name === undefined ? before.name : visibleName(input.name)
    const conditions = input.rules ? readConditions(input.rules, types, before.conditions) : before.conditions
    const known = new Set(servers.ids())
    const given = {
      cover_type: input.cover_type ?? before.cover_type,
      serverIds: input.server_ids === undefined ? before.serverIds : (input.server_ids ?? []),
    }
    return {
      ...before,
      ...readCoverage(given, (id) => known.has(id), before),
      name,
      conditions,
      conditions_json: JSON.stringify(conditions),
      enabled: (input.enabled ?? before.enabled) ? 1 : 0,
      trigger_mode: input.trigger_mode ?? before.trigger_mode,
      notification_group_id: group === undefined ? before.notification_group_id : group || null,
    }
  }

  const rowOf = ({ conditions: _, serverIds: __, ...row }: Rule): RuleRow => row

  return {
    list: () => store.list(),
    get: existing,

    create: (input: AlertRuleInput, actor: Actor): Rule =>
      db.transaction(() => {
        if (store.count() >= mostRules) throw badRequest(`there can be at most ${mostRules} alert rules`)
        const now = toSeconds(clock.now())
        const rule = merged(input, {
          id: randomUUID(),
          name: '',
          enabled: 1,
          conditions: [],
          conditions_json: '[]',
          trigger_mode: 'always',
          notification_group_id: null,
          cover_type: 'all',
          serverIds: [],
          revision: 0,
          created_at: now,
          updated_at: now,
        })
        store.insert(rowOf(rule))
        store.setServers(rule.id, rule.serverIds)
        trace(actor, 'create', rule)
        return rule
      }),

    update: (id: string, input: Partial<AlertRuleInput>, actor: Actor): Rule =>
      db.transaction(() => {
        const before = existing(id)
        const wanted = merged(input, before)
        const changed = changedNames(before, wanted)
        if (changed.length === 0) return before
        const revision = before.revision + (changed.some((name) => judged.includes(name)) ? 1 : 0)
        const rule: Rule = { ...wanted, revision, updated_at: toSeconds(clock.now()) }
        store.update(rowOf(rule))
        if (changed.includes('server_ids')) store.setServers(id, rule.serverIds)
        closing.ruleChanged(before, rule)
        trace(actor, 'update', rule, { changed })
        return rule
      }),

    remove: (id: string, actor: Actor): void =>
      db.transaction(() => {
        const rule = existing(id)
        closing.ruleDeleted(rule)
        store.remove(id)
        trace(actor, 'delete', rule)
      }),
  }
}
export type Rules = ReturnType<typeof makeRules>
