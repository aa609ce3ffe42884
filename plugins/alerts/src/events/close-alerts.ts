import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { PendingStore } from '../evaluation/pending-store.ts'
import { type CloseReason, closedMessage } from '../messages/alert-messages.ts'
import { covers, listedBy } from '../rules/rule-input.ts'
import type { Rule, RuleRow, RulesStore } from '../rules/rules-store.ts'
import type { ChangesStore } from './changes-store.ts'
import type { RecordTransition } from './record.ts'
import type { StateRow, StatesStore } from './states-store.ts'
import { onClose } from './transitions.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly servers: Pick<Servers, 'get' | 'ids' | 'select'>
  readonly rules: Pick<RulesStore, 'row'>
  readonly states: StatesStore
  readonly changes: Pick<ChangesStore, 'ofAlert' | 'serverDeleted' | 'serversOutside'>
  readonly pending: Pick<PendingStore, 'clear'>
  readonly record: RecordTransition
}

/**
 * Closes alerts whose rule or server was changed or deleted. The reason goes into the history; no one is notified. Runs
 * inside the transaction of the change.
 */
export function makeAlertCloser({ db, clock, servers, rules, states, changes, pending, record }: Dependencies) {
  /** The name of a deleted server, from the last change of its alert. */
  const formerName = (state: StateRow) => changes.ofAlert(state, 1)[0]?.server_name ?? 'Unknown'

  function close(rule: RuleRow, state: StateRow, reason: CloseReason, deleted?: Pick<Server, 'name'>): void {
    const now = toSeconds(clock.now())
    const transition = onClose(state, reason, now)
    if (!transition) return
    const { name } = deleted ?? servers.get(state.server_id) ?? { name: formerName(state) }
    const server = { id: state.server_id, name }
    const message = () => closedMessage(server, now - state.first_triggered_at, reason, state.source)
    record({ rule, server, before: state, now, message }, transition)
  }

  /** Closes the open alerts of a rule, except on servers that `stays` accepts. */
  function closeAll(rule: RuleRow, reason: CloseReason, stays: (serverId: string) => boolean = () => false): void {
    for (const state of states.open(rule.id)) {
      if (!stays(state.server_id)) close(rule, state, reason)
    }
  }

  function deleteServer(serverId: string, deleted?: Server): void {
    for (const state of states.ofServer(serverId)) {
      const rule = rules.row(state.rule_id)
      if (rule) close(rule, state, 'server_deleted', deleted)
    }
    states.deleteServer(serverId)
    // A server that was deleted while this plugin was off may have been hidden.
    changes.serverDeleted(serverId, deleted?.hidden ?? true)
  }

  return {
    /** Closes the alerts of a rule on these servers. */
    closeOn(rule: RuleRow, serverIds: Iterable<string>, reason: CloseReason) {
      for (const serverId of serverIds) {
        for (const state of states.ofPair(rule.id, serverId)) close(rule, state, reason)
      }
    },
    ruleChanged(before: Rule, after: Rule) {
      if (before.revision !== after.revision) pending.clear(after.id)
      if (!after.enabled) closeAll(after, 'rule_disabled')
      else if (before.conditions_json !== after.conditions_json) closeAll(after, 'rule_changed')
      else if (before.revision !== after.revision) {
        const listed = listedBy(after, servers)
        closeAll(after, 'rule_changed', (id) => covers(after.cover_type, listed.has(id)))
      }
    },
    ruleDeleted: (rule: RuleRow) => closeAll(rule, 'rule_deleted'),
    serverDeleted: (server: Server) => deleteServer(server.id, server),
    /** Closes the alerts of servers that were deleted while this plugin was off, and hides their history from members. */
    closeDeletedServers() {
      const existing = servers.ids()
      const deleted = new Set([...states.serversOutside(existing), ...changes.serversOutside(existing)])
      if (deleted.size === 0) return
      db.transaction(() => {
        for (const id of deleted) deleteServer(id)
      })
    },
  }
}
export type AlertCloser = ReturnType<typeof makeAlertCloser>
