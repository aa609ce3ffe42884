import type { Billing } from '@svc/plugin-enrollment/contract'
import { type Cycle, cycleOf } from '../traffic/cycle.ts'
import type { InvalidReason } from './cost-schema.ts'

const months: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

export function invalidReason({ price, cycle }: Billing): InvalidReason | null {
  if (price === null) return 'missing_price'
  if (!Number.isFinite(price) || price < 0) return 'invalid_price'
  return Object.hasOwn(months, cycle) ? null : 'invalid_billing_cycle'
}

export interface Cost {
  readonly price: number
  readonly cycle: Cycle
  readonly cycleDays: number
  /** including today */
  readonly daysElapsed: number
  readonly daysRemaining: number
  readonly perDay: number
  readonly perHour: number
  readonly perSecond: number
  readonly perMonth: number
  readonly elapsed: number
  readonly remaining: number
  /** percent of the price; null when there is none */
  readonly burnPercent: number | null
}

/** The cost of a server in its cycle as of `today`. Null if `invalidReason` returns one. */
export function costOf(billing: Billing, today: number): Cost | null {
  const { price } = billing
  if (price === null || invalidReason(billing)) return null
  const cycle = cycleOf(billing, today)
  const cycleDays = cycle.end - cycle.start + 1
  const daysElapsed = Math.min(cycleDays, Math.max(0, today - cycle.start + 1))
  const perDay = price / cycleDays
  const elapsed = perDay * daysElapsed
  return {
    price,
    cycle,
    cycleDays,
    daysElapsed,
    daysRemaining: cycleDays - daysElapsed,
    perDay,
    perHour: perDay / 24,
    perSecond: perDay / 24 / 3600,
    perMonth: price / (months[billing.cycle] ?? 1),
    elapsed,
    remaining: Math.max(0, price - elapsed),
    burnPercent: price === 0 ? null : (elapsed / price) * 100,
  }
}

const gib = 2 ** 30
const tib = 2 ** 40

interface Resources {
  readonly cpuCores: number | null
  readonly memTotal: number | null
  readonly diskTotal: number | null
  readonly billing: Pick<Billing, 'trafficLimit' | 'trafficLimitType'>
}

/** Monthly price per unit of each resource; null where the server has none. */
export function resourceValue({ cpuCores, memTotal, diskTotal, billing }: Resources, perMonth: number) {
  const per = (amount: number | null, unit: number) => {
    if (amount === null || amount <= 0) return null
    return Math.min(perMonth / (amount / unit), Number.MAX_VALUE)
  }
  const { trafficLimit, trafficLimitType } = billing
  const knownType = trafficLimitType === null || ['sum', 'up', 'down'].includes(trafficLimitType)
  return {
    cost_per_cpu_core: per(cpuCores, 1),
    cost_per_gb_memory: per(memTotal, gib),
    cost_per_gb_disk: per(diskTotal, gib),
    cost_per_tb_traffic_limit: knownType ? per(trafficLimit, tib) : null,
    traffic_limit_type: trafficLimitType,
  }
}
