import type { ProfileInput, ServerRecord } from '@svc/plugin-enrollment/contract'
import { isDecimalSize } from '@svc/protocol/text'

/** Price and traffic limit of a server, as typed. Empty: not set. */
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

/** Those in which most servers are paid. */
export const commonCurrencies: readonly string[] = ['USD', 'EUR', 'CNY', 'GBP', 'JPY']
export const otherCurrencies: readonly string[] = Intl.supportedValuesOf('currency').filter(
  (code) => !commonCurrencies.includes(code),
)
export const cycles = ['monthly', 'quarterly', 'yearly'] as const
export const limitTypes = ['sum', 'up', 'down'] as const

/** Providers sell traffic in decimal units; some count it in binary ones. */
const unitBytes = { MB: 1e6, GB: 1e9, TB: 1e12, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 } as const
export type LimitUnit = keyof typeof unitBytes
export const limitUnits = Object.keys(unitBytes) as readonly LimitUnit[]

export const noBilling: Billing = {
  price: '',
  currency: '',
  cycle: 'monthly',
  startDay: '1',
  expires: '',
  limit: '',
  limitUnit: 'GB',
  limitType: '',
}

type BillingRecord = Pick<
  ServerRecord,
  'price' | 'currency' | 'billing_cycle' | 'billing_start_day' | 'expired_at' | 'traffic_limit' | 'traffic_limit_type'
>

/** In the largest unit in which the limit is at least one; decimal units only where the limit was given in them. */
function limitOf(bytes: number | null): Pick<Billing, 'limit' | 'limitUnit'> {
  if (!bytes) return { limit: bytes === null ? '' : '0', limitUnit: 'GB' }
  const units = limitUnits.filter((unit) => unit.includes('i') !== isDecimalSize(bytes))
  const limitUnit = units.findLast((unit) => bytes >= unitBytes[unit]) ?? 'MiB'
  const value = bytes / unitBytes[limitUnit]
  // Both divisions are exact enough that parsing gives back the same number of bytes. Avoid exponents.
  return { limit: value < 1e-6 ? value.toFixed(20).replace(/0+$/, '0') : String(value), limitUnit }
}

export const billingOf = (record: BillingRecord): Billing => ({
  price: record.price === null ? '' : String(record.price),
  currency: record.currency ?? '',
  cycle: record.billing_cycle,
  startDay: String(record.billing_start_day),
  expires: record.expired_at?.slice(0, 10) ?? '',
  ...limitOf(record.traffic_limit),
  limitType: record.traffic_limit_type ?? '',
})

/** Also accepts a decimal comma. */
const parseNumber = (text: string) => {
  const trimmed = text.trim().replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

const parseBytes = ({ limit, limitUnit }: Billing) => Math.round(parseNumber(limit) * unitBytes[limitUnit])

export type BillingProblem = 'problem.price' | 'problem.startDay' | 'problem.expires' | 'problem.limit'

const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Validates before submitting. */
export function billingProblems(billing: Billing): Partial<Record<keyof Billing, BillingProblem>> {
  const { price, startDay, expires, limit } = billing
  const day = startDay.trim()
  const problems: Partial<Record<keyof Billing, BillingProblem | false>> = {
    price: price.trim() !== '' && Number.isNaN(parseNumber(price)) && 'problem.price',
    startDay: day !== '' && !(/^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= 28) && 'problem.startDay',
    expires: expires !== '' && !isDay(expires) && 'problem.expires',
    limit: limit.trim() !== '' && !Number.isSafeInteger(parseBytes(billing)) && 'problem.limit',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

const parseOptional = <T>(text: string, read: (text: string) => T): T | null =>
  text.trim() === '' ? null : read(text.trim())

/** The fields of the request. The expiry is sent as midnight UTC. */
const toRequestBody = (billing: Billing) =>
  ({
    price: parseOptional(billing.price, parseNumber),
    currency: parseOptional(billing.currency, String),
    billing_cycle: cycles.find((cycle) => cycle === billing.cycle) ?? null,
    billing_start_day: parseOptional(billing.startDay, Number),
    expired_at: parseOptional(billing.expires, (day) => `${day}T00:00:00Z`),
    traffic_limit: parseOptional(billing.limit, () => parseBytes(billing)),
    traffic_limit_type: limitTypes.find((type) => type === billing.limitType) ?? null,
  }) satisfies ProfileInput

/** The fields that differ. */
export function billingChanges(before: Billing, after: Billing): ProfileInput {
  const old = toRequestBody(before)
  return Object.fromEntries(
    Object.entries(toRequestBody(after)).filter(([field, value]) => value !== old[field as keyof typeof old]),
  )
}
