import type { Core } from '@svc/plugin-sdk'
import { alertChanged, type LocalizedText, type Notice, type Notifications } from '../contract.ts'
import type { RuleRow } from '../rules/rule.ts'
import type { ChangesStore } from './changes-store.ts'
import type { StateRow } from './state.ts'
import type { StatesStore } from './states-store.ts'
import type { Outcome } from './step.ts'

interface Dependencies {
  readonly emit: Core['emit']
  readonly states: Pick<StatesStore, 'put'>
  readonly changes: Pick<ChangesStore, 'add'>
  readonly notifications: Pick<Notifications, 'notify'>
  usageOf(serverId: string): Pick<Notice, 'cpu' | 'memory'>
}

/** What an outcome is about. */
export interface Subject {
  readonly rule: Pick<RuleRow, 'id' | 'name' | 'notification_group_id'>
  readonly server: { readonly id: string; readonly name: string }
  readonly before: StateRow | undefined
  readonly now: number
  /** asked only when there is something to say */
  words(says: NonNullable<Outcome['says']>): LocalizedText
  /** follows the words where people are told, and is not stored: members read what is */
  readonly privateDetail?: LocalizedText | undefined
}

/**
 * Writes an outcome down: the state, its history, and the notice. Runs inside the transaction of the caller, so that all
 * of it is there or nothing; browsers are told after the commit.
 */
export function makeRecord({ emit, states, changes, notifications, usageOf }: Dependencies) {
  return (
    { rule, server, before, now, words, privateDetail }: Subject,
    { standing, change, tell, says }: Outcome,
  ): void => {
    const stored = { en: before?.message_en ?? '', zh: before?.message_zh ?? '' }
    const message = says ? words(says) : stored
    const text = { message_en: message.en, message_zh: message.zh }
    const pair = { rule_id: rule.id, server_id: server.id }
    states.put({ ...standing, ...pair, ...text })
    if (change) {
      const { change: what, reason, suppressed } = change
      const names = { rule_name: rule.name, server_name: server.name }
      changes.add({ ...pair, ...names, ...text, change: what, reason, suppressed: suppressed ? 1 : 0, at: now })
      if (what !== 'reminded') {
        const status = what === 'fired' ? 'firing' : 'resolved'
        emit(alertChanged, { ruleId: rule.id, serverId: server.id, status })
      }
    }
    if (!tell || rule.notification_group_id === null) return
    notifications.notify(rule.notification_group_id, {
      event: tell,
      subjectId: server.id,
      subjectName: server.name,
      ruleId: rule.id,
      ruleName: rule.name,
      message: {
        en: `${message.en}${privateDetail?.en ?? ''} [${rule.name}]`,
        zh: `${message.zh}${privateDetail?.zh ?? ''} [${rule.name}]`,
      },
      at: now,
      ...usageOf(server.id),
    })
  }
}
export type Record = ReturnType<typeof makeRecord>
