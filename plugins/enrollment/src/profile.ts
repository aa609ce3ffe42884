import { fromTimestamp, invalid } from '@svc/plugin-sdk'
import type { ProfileInput } from './server-schema.ts'

/** The settings of a server, normalized: texts trimmed, empty texts null, times in epoch seconds. */
export interface Profile {
  name: string
  weight: number
  hidden: boolean
  group_id: string | null
  remark: string | null
  public_remark: string | null
  price: number | null
  currency: string | null
  billing_cycle: string
  billing_start_day: number
  expired_at: number | null
  traffic_limit: number | null
  traffic_limit_type: string | null
  country_code: string | null
}

const trimmed = (value: string | null) => value?.trim() || null

/** The schema cannot say which days a month has. */
const timestamp = (field: string, value: string) => {
  const seconds = fromTimestamp(value)
  if (seconds === undefined) throw invalid(field, 'enrollment.INSTANT')
  return seconds
}

/** The billing cycle of servers for which none is chosen. */
export const defaultBilling = { billing_cycle: 'monthly', billing_start_day: 1 } as const

const normalizers: { [K in keyof Profile]: (value: Exclude<ProfileInput[K], undefined>) => Profile[K] } = {
  name: (value) => value.trim(),
  weight: (value) => value,
  hidden: (value) => value,
  group_id: trimmed,
  remark: trimmed,
  public_remark: trimmed,
  price: (value) => value,
  currency: trimmed,
  billing_cycle: (value) => value ?? defaultBilling.billing_cycle,
  billing_start_day: (value) => value ?? defaultBilling.billing_start_day,
  expired_at: (value) => (value === null ? null : timestamp('expired_at', value)),
  traffic_limit: (value) => value,
  traffic_limit_type: (value) => value,
  country_code: (value) => value?.toUpperCase() ?? null,
}

/** Normalizes the fields that are present; used by both creation and update. */
export function normalizeProfile(input: ProfileInput): Partial<Profile> {
  const profile: Record<string, unknown> = {}
  for (const field of Object.keys(normalizers) as (keyof Profile)[]) {
    const value = input[field]
    if (value !== undefined) profile[field] = normalizers[field](value as never)
  }
  return profile
}
