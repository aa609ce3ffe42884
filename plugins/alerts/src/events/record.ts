import { type CodedText, type Core, type Logger, type Registry, text } from '@svc/plugin-sdk'
import { alertChanged, type Notice, type UsageSource } from '../contract.ts'
import type { Grouper } from '../grouping/grouper.ts'
import type { Condition } from '../rules/rule-schema.ts'
import type { RuleRow } from '../rules/rules-store.ts'
import type { ChangesStore } from './changes-store.ts'
import type { RunTasks } from './run-tasks.ts'
import type { StateRow, StatesStore } from './states-store.ts'
import type { MessageKind, Transition } from './transitions.ts'

const finiteOrNull = (value: number | null | undefined) => (Number.isFinite(value) ? (value as number) : null)

/** CPU and memory usage of a server, from the first source that has data. A source that fails is skipped. */
function usageOf(serverId: string, { log, usageSources }: Pick<Dependencies, 'log' | 'usageSources'>) {
  for (const source of usageSources.all()) {
    try {
      const { cpu, memory } = source.of(serverId)
      if (cpu !== null || memory !== null) return { cpu: finiteOrNull(cpu), memory: finiteOrNull(memory) }
    } catch (err) {
      log.error({ err, server_id: serverId }, `usage source of ${source.plugin} failed`)
    }
  }
  return { cpu: null, memory: null }
}

/** The stored message of an alert. */
export const parseMessage = ({ message_json }: Pick<StateRow, 'message_json'>) => JSON.parse(message_json) as CodedText

interface Dependencies {
  readonly emit: Core['emit']
  readonly states: Pick<StatesStore, 'put'>
  readonly changes: Pick<ChangesStore, 'add'>
  readonly grouper: Pick<Grouper, 'record'>
  readonly runTasks: RunTasks
  readonly log: Logger
  readonly usageSources: Registry<UsageSource>
}

/** The alert that a transition belongs to. */
export interface Subject {
  readonly rule: RuleRow
  readonly server: { readonly id: string; readonly name: string }
  /** default: that of `before` */
  readonly source?: string
  readonly before: StateRow | undefined
  readonly now: number
  /** called only when the message changes */
  message(kind: MessageKind): CodedText
  /** the message of the entry in the history; default: that of the alert */
  readonly entry?: CodedText
  /** appended to the notification and not stored, because members can read stored messages */
  readonly privateDetail?: CodedText | undefined
}

/**
 * Writes a transition: the state, its history and the notification. Runs inside the transaction of the caller; browsers
 * are notified after the commit.
 */
export function makeRecord(deps: Dependencies) {
  const { emit, states, changes, grouper, runTasks } = deps
  return (subject: Subject, transition: Transition): void => {
    const { rule, server, before, now, message, entry, privateDetail } = subject
    const source = subject.source ?? before?.source ?? ''
    const { state, change, notify } = transition
    const newest = transition.message || !before ? message(transition.message ?? 'firing') : parseMessage(before)
    const keys = { rule_id: rule.id, server_id: server.id, source }
    const message_json = JSON.stringify(newest)
    states.put({ ...state, ...keys, message_json })
    if (change) {
      changes.add({
        ...keys,
        message_json: entry ? JSON.stringify(entry) : message_json,
        rule_name: rule.name,
        server_name: server.name,
        change: change.change,
        reason: change.reason,
        suppressed: change.suppressed ? 1 : 0,
        silenced_by: change.suppressed ? (change.silencedBy ?? null) : null,
        at: now,
      })
      if (change.change === 'fired' || change.change === 'resolved') {
        const status = change.change === 'fired' ? 'firing' : 'resolved'
        const conditions: readonly Condition[] = JSON.parse(rule.conditions_json)
        const ruleTypes = conditions.map(({ rule_type }) => rule_type)
        const since = state.first_triggered_at
        emit(alertChanged, { ruleId: rule.id, serverId: server.id, source, status, ruleTypes, since })
      }
    }
    runTasks(rule, { serverId: server.id, source }, transition)
    const event = rule.notification_group_id === null ? undefined : notify
    const isOver = state.resolved_at !== null && state.resolution_pending === 0
    const notice = (kind: 'triggered' | 'resolved'): Notice => ({
      event: kind,
      subjectId: server.id,
      subjectName: server.name,
      ruleId: rule.id,
      ruleName: rule.name,
      ...(source !== '' && { source }),
      severity: rule.severity,
      message: text('alerts.NOTICE', { message: newest, detail: privateDetail ?? '', rule: rule.name }),
      at: now,
      ...usageOf(server.id, deps),
    })
    grouper.record({ rule, server, source, notify: event, isOver, notice })
  }
}
export type RecordTransition = ReturnType<typeof makeRecord>
