import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'
import { AlertRuleInput } from '../rules/rule-schema.ts'

export const BacktestInput = Type.Object({
  rule: Type.Omit(AlertRuleInput, ['name', 'enabled', 'actions', 'fail_trigger_tasks', 'recover_trigger_tasks'], {
    title: 'BacktestRule',
  }),
  days: Type.Union([Type.Literal(7), Type.Literal(30)], { description: '7 or 30, up to now' }),
})
export type BacktestInput = Static<typeof BacktestInput>

/** What a rule would have done. */
export const BacktestResult = Type.Object({
  from: Timestamp,
  to: Timestamp,
  servers: Type.Integer({ description: 'servers that the rule covers' }),
  unsupported: Type.Array(Type.String(), {
    description: 'condition types without history; then nothing was evaluated',
  }),
  alerts: Type.Integer(),
  firing_servers: Type.Integer({ description: 'servers on which it would have fired' }),
  firing_seconds: Type.Integer({ description: 'in total over all servers' }),
  longest_seconds: Type.Integer(),
  notices: Type.Integer({ description: 'messages without grouping' }),
  messages: Nullable(
    Type.Integer({ description: 'messages with grouping; null when there are too many alerts to tell' }),
  ),
  per_day: Type.Array(Type.Object({ at: Timestamp, alerts: Type.Integer() }), {
    description: 'alerts by day, counted back from now, oldest first',
  }),
  top: Type.Array(
    Type.Object({
      server_id: Type.String(),
      server_name: Type.String(),
      alerts: Type.Integer(),
      firing_seconds: Type.Integer(),
      last_at: Timestamp,
    }),
    { description: 'the servers on which it would have fired longest' },
  ),
})
export type BacktestResult = Static<typeof BacktestResult>

nameSchemas({ BacktestInput, BacktestResult })
