import type { Server } from '@svc/plugin-enrollment/contract'
import { toDate } from '../traffic/calendar.ts'
import { type Activity, advise, type Uptime } from './advisories.ts'
import { costOf, invalidReason, resourceValue } from './cost.ts'
import type { Advisory } from './cost-schema.ts'

/** `now` in epoch seconds, `today` in the configured time zone. */
export interface Present {
  readonly now: number
  readonly today: number
}

export interface ServerState {
  readonly activity: Activity | undefined
  readonly uptime: Uptime
  readonly online: boolean
}

const currencyOf = (server: Server) => server.billing.currency?.trim() || 'USD'

/** The members shared by the cost overview and a server's insights. */
function summaryOf(server: Server, { activity, uptime, online }: ServerState, { now, today }: Present) {
  const { billing, memTotal } = server
  const cost = costOf(billing, today)
  const advisories: Advisory[] = cost
    ? advise(
        {
          price: cost.price,
          expiresAt: billing.expiresAt,
          memTotal,
          online,
          activity,
          uptime,
        },
        now,
      )
    : []
  return {
    server_id: server.id,
    configured: cost !== null,
    invalid_reason: invalidReason(billing),
    currency: currencyOf(server),
    billing_cycle: billing.cycle,
    cost_per_second: cost?.perSecond ?? null,
    cost_per_hour: cost?.perHour ?? null,
    cost_per_day: cost?.perDay ?? null,
    cost_per_month_equivalent: cost?.perMonth ?? null,
    cycle_cost_elapsed: cost?.elapsed ?? null,
    cycle_burn_percent: cost?.burnPercent ?? null,
    days_remaining: cost?.daysRemaining ?? null,
    advisories,
  }
}

export function insightsOf(server: Server, state: ServerState, present: Present) {
  const cost = costOf(server.billing, present.today)
  return {
    ...summaryOf(server, state, present),
    price: server.billing.price,
    cycle_start: cost && toDate(cost.cycle.start),
    cycle_end: cost && toDate(cost.cycle.end),
    cycle_days: cost?.cycleDays ?? null,
    days_elapsed: cost?.daysElapsed ?? null,
    cycle_cost_remaining: cost?.remaining ?? null,
    resource_value: cost && resourceValue(server, cost.perMonth),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Capped because JSON has no Infinity. */
const addCapped = (a: number, b: number | null) => Math.min(a + (b ?? 0), Number.MAX_VALUE)

export function overviewOf(fleet: readonly (readonly [Server, ServerState])[], present: Present) {
  const servers = fleet
    .map(([server, state]) => ({ ...summaryOf(server, state, present), name: server.name }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.server_id, b.server_id))
  const names = [...new Set(servers.filter((row) => row.configured).map((row) => row.currency))].sort(compare)
  const currencies = names.map((currency) => {
    const rows = servers.filter((row) => row.configured && row.currency === currency)
    return {
      currency,
      configured_server_count: rows.length,
      monthly_equivalent_total: rows.reduce((sum, row) => addCapped(sum, row.cost_per_month_equivalent), 0),
      daily_total: rows.reduce((sum, row) => addCapped(sum, row.cost_per_day), 0),
      cycle_elapsed_total: rows.reduce((sum, row) => addCapped(sum, row.cycle_cost_elapsed), 0),
    }
  })
  return { currencies, servers }
}
