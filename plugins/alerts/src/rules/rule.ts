import type { CoverType, TriggerMode } from './rule-schema.ts'

export type { Condition, CoverType, TriggerMode } from './rule-schema.ts'

/** A row of `alerts_rules`; times are epoch seconds. */
export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly enabled: 0 | 1
  readonly conditions_json: string
  readonly trigger_mode: TriggerMode
  readonly notification_group_id: string | null
  readonly cover_type: CoverType
  /** larger after every change of what is judged: conditions, coverage, enabled */
  readonly revision: number
  readonly created_at: number
  readonly updated_at: number
}

/** Whether a rule watches a server, given whether it names it. An include-list without servers watches none. */
export const covers = (type: CoverType, isNamed: boolean): boolean => type === 'all' || isNamed === (type === 'include')
