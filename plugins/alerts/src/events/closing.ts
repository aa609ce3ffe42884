import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { covers, type RuleRow } from '../rules/rule.ts'
import type { Rule, RulesStore } from '../rules/rules-store.ts'
import { type CloseReason, closedWords } from '../words/alert-words.ts'
import type { ChangesStore } from './changes-store.ts'
import type { Record } from './record.ts'
import type { StateRow } from './state.ts'
import type { StatesStore } from './states-store.ts'
import { onVoid } from './step.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly rules: Pick<RulesStore, 'row' | 'named' | 'forgetServer'>
  readonly states: StatesStore
  readonly changes: Pick<ChangesStore, 'hide' | 'ofPair'>
  readonly record: Record
}

/**
 * Ends alerts because what they were about has changed: the history says why, and nobody is told. Runs inside the
 * transaction of the change.
 */
export function makeClosing({ clock, servers, rules, states, changes, record }: Dependencies) {
  /** As it was called when something last happened to its alert. */
  const formerName = ({ rule_id, server_id }: StateRow) =>
    changes.ofPair(rule_id, server_id, 1)[0]?.server_name ?? 'Unknown'

  const end = (rule: RuleRow, state: StateRow, reason: CloseReason, gone?: Pick<Server, 'name'>) => {
    const now = toSeconds(clock.now())
    const outcome = onVoid(state, reason, now)
    if (!outcome) return
    const { name } = gone ?? servers.get(state.server_id) ?? { name: formerName(state) }
    const server = { id: state.server_id, name }
    const words = () => closedWords(server, now - state.first_triggered_at, reason)
    record({ rule, server, before: state, now, words }, outcome)
  }

  /** Ends what a rule has open, or those of it that are not watched any more. */
  const endOf = (rule: RuleRow, reason: CloseReason, stays: (serverId: string) => boolean = () => false) => {
    for (const state of states.open(rule.id)) if (!stays(state.server_id)) end(rule, state, reason)
  }

  function forget(serverId: string, gone?: Server): void {
    for (const state of states.ofServer(serverId)) {
      const rule = rules.row(state.rule_id)
      if (rule) end(rule, state, 'server_deleted', gone)
    }
    states.forgetServer(serverId)
    rules.forgetServer(serverId)
    // of one that nobody knows any more it may have been hidden
    if (gone?.hidden !== false) changes.hide(serverId)
  }

  return {
    /** Ends what a rule has open on these servers. */
    endAt(rule: RuleRow, serverIds: Iterable<string>, reason: CloseReason) {
      for (const serverId of serverIds) {
        const state = states.get(rule.id, serverId)
        if (state) end(rule, state, reason)
      }
    },
    ruleChanged(before: Rule, after: Rule) {
      if (!after.enabled) endOf(after, 'rule_disabled')
      else if (before.conditions_json !== after.conditions_json) endOf(after, 'rule_changed')
      else if (before.revision !== after.revision) {
        const named = new Set(after.serverIds)
        endOf(after, 'rule_changed', (id) => covers(after.cover_type, named.has(id)))
      }
    },
    ruleDeleted: (rule: RuleRow) => endOf(rule, 'rule_deleted'),
    serverDeleted: (server: Server) => forget(server.id, server),
    /** Servers that were deleted while this plugin was off. */
    forgetUnknown() {
      for (const id of new Set([...states.servers(), ...rules.named()])) if (!servers.get(id)) forget(id)
    },
  }
}
export type Closing = ReturnType<typeof makeClosing>
