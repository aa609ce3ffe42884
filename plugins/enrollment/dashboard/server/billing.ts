import type { ProfileInput, ServerRecord } from '@svc/plugin-enrollment/contract'

/** What a server costs and may transfer, as typed. Empty: not set. */
export interface Billing {
  readonly price: string
  readonly currency: string
  readonly cycle: string
  readonly startDay: string
  /** a day, `2030-01-31` */
  readonly expires: string
  readonly limit: string
  readonly limitUnit: LimitUnit
  readonly limitType: string
}

export const currencies = ['USD', 'EUR', 'CNY', 'JPY', 'GBP'] as const
export const cycles = ['monthly', 'quarterly', 'yearly'] as const
export const limitTypes = ['sum', 'up', 'down'] as const

const unitBytes = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 } as const
export type LimitUnit = keyof typeof unitBytes
export const limitUnits = Object.keys(unitBytes) as readonly LimitUnit[]

export const noBilling: Billing = {
  price: '',
  currency: '',
  cycle: '',
  startDay: '',
  expires: '',
  limit: '',
  limitUnit: 'GiB',
  limitType: '',
}

type Kept = Pick<
  ServerRecord,
  'price' | 'currency' | 'billing_cycle' | 'billing_start_day' | 'expired_at' | 'traffic_limit' | 'traffic_limit_type'
>

/** The largest unit in which the limit is at least one, so that it is short to read. */
function limitOf(bytes: number | null): Pick<Billing, 'limit' | 'limitUnit'> {
  if (bytes === null) return { limit: '', limitUnit: 'GiB' }
  const limitUnit = bytes === 0 ? 'GiB' : (limitUnits.findLast((unit) => bytes >= unitBytes[unit]) ?? 'MiB')
  const value = bytes / unitBytes[limitUnit]
  // Powers of two divide without a rest: reading back what is written gives the same bytes. Nobody reads exponents.
  return { limit: value < 1e-6 ? value.toFixed(20).replace(/0+$/, '0') : String(value), limitUnit }
}

export const billingOf = (record: Kept): Billing => ({
  price: record.price === null ? '' : String(record.price),
  currency: record.currency ?? '',
  cycle: record.billing_cycle ?? '',
  startDay: record.billing_start_day === null ? '' : String(record.billing_start_day),
  expires: record.expired_at?.slice(0, 10) ?? '',
  ...limitOf(record.traffic_limit),
  limitType: record.traffic_limit_type ?? '',
})

/** Numbers as people type them: with a decimal comma too. */
const numberIn = (text: string) => {
  const trimmed = text.trim().replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

const bytesIn = ({ limit, limitUnit }: Billing) => Math.round(numberIn(limit) * unitBytes[limitUnit])

export type BillingProblem = 'problem.price' | 'problem.startDay' | 'problem.expires' | 'problem.limit'

const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** What has to be corrected before the server needs to be asked. */
export function billingProblems(billing: Billing): Partial<Record<keyof Billing, BillingProblem>> {
  const { price, startDay, expires, limit } = billing
  const day = startDay.trim()
  const found: Partial<Record<keyof Billing, BillingProblem | false>> = {
    price: price.trim() !== '' && Number.isNaN(numberIn(price)) && 'problem.price',
    startDay: day !== '' && !(/^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= 28) && 'problem.startDay',
    expires: expires !== '' && !isDay(expires) && 'problem.expires',
    limit: limit.trim() !== '' && !Number.isSafeInteger(bytesIn(billing)) && 'problem.limit',
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))
}

const filled = <T>(text: string, read: (text: string) => T): T | null => (text.trim() === '' ? null : read(text.trim()))

/** The members of the request. A day begins at midnight UTC, which is the same day wherever one looks from. */
const bodyOfBilling = (billing: Billing) =>
  ({
    price: filled(billing.price, numberIn),
    currency: filled(billing.currency, String),
    billing_cycle: filled(billing.cycle, String),
    billing_start_day: filled(billing.startDay, Number),
    expired_at: filled(billing.expires, (day) => `${day}T00:00:00Z`),
    traffic_limit: filled(billing.limit, () => bytesIn(billing)),
    traffic_limit_type: filled(billing.limitType, String),
  }) satisfies ProfileInput

/** The members that differ. */
export function billingChanges(before: Billing, after: Billing): ProfileInput {
  const known = bodyOfBilling(before)
  const wanted = bodyOfBilling(after)
  return Object.fromEntries(
    Object.entries(wanted).filter(([member, value]) => value !== known[member as keyof typeof known]),
  )
}
