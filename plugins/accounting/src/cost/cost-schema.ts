import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas } from '@svc/plugin-sdk'

/** Why a server has no cost data; the first that applies. */
const invalidReasons = ['missing_price', 'invalid_price', 'invalid_billing_cycle'] as const
export type InvalidReason = (typeof invalidReasons)[number]

/** Cost hints for admins, in the order of a response. */
export const advisories = ['expired_billing', 'sleeping_money', 'idle_burn', 'low_uptime'] as const
export type Advisory = (typeof advisories)[number]

const amount = (description: string) => Nullable(Type.Number({ description }))
const CalendarDate = Nullable(Type.String({ format: 'date' }))

const shared = {
  server_id: Type.String(),
  configured: Type.Boolean({
    description: 'whether price and billing cycle are valid; otherwise all amounts are null',
  }),
  invalid_reason: Nullable(Type.Union(invalidReasons.map((reason) => Type.Literal(reason)))),
  currency: Type.String({ description: '`USD` if not set' }),
  billing_cycle: Type.String(),
  cost_per_second: amount('in the current cycle'),
  cost_per_hour: amount('in the current cycle'),
  cost_per_day: amount('price / days of the current cycle'),
  cost_per_month_equivalent: amount('a third of a quarterly price, a twelfth of a yearly price'),
  cycle_cost_elapsed: amount('for the days so far, including today'),
  cycle_burn_percent: amount('elapsed cost as a percentage of the price; null if the price is 0'),
  days_remaining: Nullable(Type.Integer({ description: 'days left in the cycle after today' })),
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
    { description: 'configured servers, ordered by currency' },
  ),
  servers: Type.Array(Type.Object({ ...shared, name: Type.String() }), { description: 'ordered by name, then id' }),
})
export type CostOverview = Static<typeof CostOverview>

export const CostInsights = Type.Object({
  ...shared,
  price: amount('per billing cycle'),
  cycle_start: CalendarDate,
  cycle_end: CalendarDate,
  cycle_days: Nullable(Type.Integer()),
  days_elapsed: Nullable(Type.Integer({ description: 'including today' })),
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
      { description: 'monthly price per unit; null where the server has none' },
    ),
  ),
})
export type CostInsights = Static<typeof CostInsights>

nameSchemas({ CostOverview, CostInsights })
