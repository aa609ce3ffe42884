import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '@svc/plugin-sdk'

/** Why nothing can be said about the costs of a server; the first that applies. */
const invalidReasons = ['missing_price', 'invalid_price', 'missing_billing_cycle', 'invalid_billing_cycle'] as const
export type InvalidReason = (typeof invalidReasons)[number]

/** What an admin may want to know about the money a server costs, in the order of an answer. */
export const advisories = ['expired_billing', 'sleeping_money', 'idle_burn', 'low_uptime'] as const
export type Advisory = (typeof advisories)[number]

const amount = (description: string) => Nullable(Type.Number({ description }))
const CalendarDate = Nullable(Type.String({ format: 'date' }))

const shared = {
  server_id: Type.String(),
  configured: Type.Boolean({ description: 'price and billing cycle are known; else all amounts are null' }),
  invalid_reason: Nullable(Type.Union(invalidReasons.map((reason) => Type.Literal(reason)))),
  currency: Type.String({ description: '`USD` when none is entered' }),
  billing_cycle: Nullable(Type.String()),
  cost_per_second: amount('of the present cycle'),
  cost_per_hour: amount('of the present cycle'),
  cost_per_day: amount('price / days of the present cycle'),
  cost_per_month_equivalent: amount('a third of a quarter, a twelfth of a year'),
  cycle_cost_elapsed: amount('of the days so far, today included'),
  cycle_burn_percent: amount('elapsed of the price; null when it is 0'),
  days_remaining: Nullable(Type.Integer({ description: 'of the cycle, after today' })),
  advisories: Type.Array(Type.Union(advisories.map((advisory) => Type.Literal(advisory)))),
}

export const CostOverview = Type.Object({
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      configured_server_count: Type.Integer(),
      monthly_equivalent_total: Type.Number(),
      daily_total: Type.Number(),
      cycle_elapsed_total: Type.Number(),
    }),
    { description: 'by name; of configured servers' },
  ),
  servers: Type.Array(Type.Object({ ...shared, name: Type.String() }), { description: 'by name, then id' }),
})
export type CostOverview = Static<typeof CostOverview>

export const CostInsights = Type.Object({
  ...shared,
  price: amount('per billing cycle'),
  cycle_start: CalendarDate,
  cycle_end: CalendarDate,
  cycle_days: Nullable(Type.Integer()),
  days_elapsed: Nullable(Type.Integer({ description: 'today included' })),
  cycle_cost_remaining: amount('price - elapsed'),
  resource_value: Nullable(
    Type.Object(
      {
        cost_per_cpu_core: amount(''),
        cost_per_gb_memory: amount('GiB'),
        cost_per_gb_disk: amount('GiB'),
        cost_per_tb_traffic_limit: amount('TiB'),
        traffic_limit_type: Nullable(Type.String()),
      },
      { description: 'price of a month per unit; null where a server has none' },
    ),
  ),
})
export type CostInsights = Static<typeof CostInsights>
