import type { Database, Logger, Registry } from '@svc/plugin-sdk'
import type { AlertAction, AlertSignal } from '../contract.ts'
import type { RuleAction } from '../rules/rule-schema.ts'
import type { RuleRow } from '../rules/rules-store.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
  readonly alertActions: Registry<AlertAction>
}

/**
 * Does what a rule says about the source of an event, in the transaction that records it: also when nobody is notified of this
 * event, or the server is silenced. An action that fails does not lose the alert.
 */
export const makeRunActions =
  ({ db, log, alertActions }: Dependencies) =>
  (
    rule: Pick<RuleRow, 'id' | 'name' | 'actions_json'>,
    { type: ruleType, serverId, source, facts = {} }: AlertSignal,
  ): void => {
    if (source === undefined) return
    for (const { type, ...options } of JSON.parse(rule.actions_json) as RuleAction[]) {
      const action = alertActions.get(type)
      if (!action?.ruleTypes.includes(ruleType)) {
        log.warn({ rule_id: rule.id, action: type }, 'no running plugin provides the action of a rule')
        continue
      }
      try {
        db.transaction(() => action.run(options, { ruleId: rule.id, ruleName: rule.name, serverId, source, facts }))
      } catch (err) {
        log.error({ err, rule_id: rule.id, action: type }, 'the action of a rule failed')
      }
    }
  }
export type RunActions = ReturnType<typeof makeRunActions>
