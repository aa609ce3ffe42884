import { fromTimestamp } from '@svc/plugin-sdk'
import type { ProfileInput } from './server-schema.ts'
import { InvalidValue, type Validation } from './validation.ts'

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

const controlCharacters = /\p{Cc}/u
const controlCharactersExceptWhitespace = /[^\P{Cc}\n\r\t]/u

const text =
  (max: number, forbidden = controlCharacters) =>
  (value: string | null) => {
    const trimmed = value?.trim() ?? ''
    if (trimmed.length > max) throw new InvalidValue('kernel.MAX_LENGTH', { count: max })
    if (forbidden.test(trimmed)) throw new InvalidValue('kernel.CONTROL_CHARACTERS')
    return trimmed === '' ? null : trimmed
  }

const oneOf =
  (...names: string[]) =>
  (value: string | null) => {
    if (value === null || names.includes(value)) return value
    throw new InvalidValue('kernel.ONE_OF', { values: names })
  }

const integer = (min: number, max: number) => (value: number) => {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new InvalidValue('kernel.INTEGER_RANGE', { min, max })
}

const optional =
  <T, R>(check: (value: T) => R) =>
  (value: T | null) =>
    value === null ? null : check(value)

const amount = (value: number) => {
  if (Number.isFinite(value) && value >= 0) return value
  throw new InvalidValue('kernel.MINIMUM', { limit: 0 })
}

const timestamp = (value: string) => {
  const seconds = fromTimestamp(value)
  if (seconds === undefined) throw new InvalidValue('enrollment.INSTANT')
  return seconds
}

const country = (value: string) => {
  if (!/^[A-Za-z]{2}$/.test(value)) throw new InvalidValue('enrollment.COUNTRY_CODE')
  return value.toUpperCase()
}

/** Shared by groups and servers. */
export const displayName = (value: string) => {
  const name = text(128)(value)
  if (name === null) throw new InvalidValue('kernel.NOT_EMPTY')
  return name
}

/** The billing cycle of servers for which none is chosen. */
export const defaultBilling = { billing_cycle: 'monthly', billing_start_day: 1 } as const

const rules: { [K in keyof Profile]: (value: Exclude<ProfileInput[K], undefined>) => Profile[K] } = {
  name: displayName,
  weight: integer(-1_000_000, 1_000_000),
  hidden: (value) => value,
  group_id: text(64),
  remark: text(2000, controlCharactersExceptWhitespace),
  public_remark: text(2000, controlCharactersExceptWhitespace),
  price: optional(amount),
  currency: text(16),
  billing_cycle: (value) => oneOf('monthly', 'quarterly', 'yearly')(value) ?? defaultBilling.billing_cycle,
  billing_start_day: (value) => optional(integer(1, 28))(value) ?? defaultBilling.billing_start_day,
  expired_at: optional(timestamp),
  traffic_limit: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  traffic_limit_type: oneOf('sum', 'up', 'down'),
  country_code: optional(country),
}

/** Validates and normalizes the fields that are present; used by both creation and update. */
export function normalizeProfile(input: ProfileInput, validation: Validation): Partial<Profile> {
  const profile: Record<string, unknown> = {}
  for (const field of Object.keys(rules) as (keyof Profile)[]) {
    const value = input[field]
    if (value === undefined) continue
    profile[field] = validation.check(field, () => rules[field](value as never))
  }
  return profile
}
