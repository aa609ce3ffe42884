import type { AlertActionView, RuleAction } from '@svc/plugin-alerts/contract'
import type { ConditionDraft } from './rule-draft.ts'

/** An action being edited; its fields are called as in the API. */
export type ActionDraft = RuleAction
export type ActionField = AlertActionView['fields'][number]

/** An action with the defaults of its fields. */
export const newAction = ({ type, fields }: AlertActionView): ActionDraft => ({
  type,
  ...Object.fromEntries(fields.filter(({ kind }) => kind === 'seconds').map((field) => [field.name, field.default])),
})

/** The actions that go with all conditions of a rule. */
export const suitingActions = (
  actions: readonly AlertActionView[],
  rules: readonly Pick<ConditionDraft, 'rule_type'>[],
): readonly AlertActionView[] =>
  rules.length === 0
    ? []
    : actions.filter(({ rule_types }) => rules.every(({ rule_type }) => rule_types.includes(rule_type)))

/** The actions to send: without those that do not go with the conditions, unless nobody knows because their plugin is not running. */
export const toActions = (
  chosen: readonly ActionDraft[],
  actions: readonly AlertActionView[],
  rules: readonly Pick<ConditionDraft, 'rule_type'>[],
): ActionDraft[] => {
  const suiting = suitingActions(actions, rules)
  return chosen.filter(
    ({ type }) => !actions.some((one) => one.type === type) || suiting.some((one) => one.type === type),
  )
}
