import {
  type AgentAuthority,
  type HealthReason,
  liveMetrics,
  type ServerHealth,
  type ServerMetrics,
  type ServerStatus,
  type UsageLimits,
} from '@svc/protocol'
import { isCodedText } from '@svc/protocol/text'
import { healthy } from '../health.ts'

/** A frame of the live socket: an object with a `type`, the other members beside it. */
export type Frame = Readonly<Record<string, unknown>> & { readonly type: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A parsed frame; undefined if it is invalid. */
export const readFrame = (value: unknown): Frame | undefined =>
  isRecord(value) && typeof value.type === 'string' ? (value as Frame) : undefined

/** Parses a frame; undefined if it is invalid. */
export function parseFrame(text: unknown): Frame | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return readFrame(JSON.parse(text))
  } catch {
    return undefined
  }
}

// The content security policy forbids compiled validators, so the parts we use are checked by hand.
const numbers = ['last_active', ...liveMetrics] as const satisfies readonly (keyof ServerMetrics)[]

const totals = [
  'mem_total',
  'swap_total',
  'disk_total',
  'capabilities',
] as const satisfies readonly (keyof ServerStatus)[]

/** Names, ids and other texts. */
export const isString = (value: unknown): value is string => typeof value === 'string'

/** `server_id` and the other identifiers are non-empty. */
export const isId = (value: unknown): value is string => isString(value) && value !== ''

export const isMetrics = (value: unknown): value is ServerMetrics =>
  isRecord(value) &&
  isId(value.id) &&
  typeof value.online === 'boolean' &&
  numbers.every((key) => Number.isFinite(value[key]))

/** A capability mask. */
export const isMask = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

export const isAuthority = (value: unknown): value is AgentAuthority =>
  isRecord(value) && (value.status === 'claimed' || value.status === 'unclaimed')

const isReason = (value: unknown): value is HealthReason =>
  isRecord(value) &&
  isString(value.plugin) &&
  isString(value.id) &&
  (value.level === 1 || value.level === 2) &&
  Number.isFinite(value.since) &&
  isCodedText(value.text) &&
  (value.link === undefined || isString(value.link))

/** The health in a frame; another server than ours sends none. */
export function readHealth(value: unknown): ServerHealth {
  const reasons = listOf(isRecord(value) ? value.reasons : undefined, isReason) ?? []
  const level = Math.max(0, ...reasons.map((reason) => reason.level)) as ServerHealth['level']
  return level === 0 ? healthy : { level, reasons }
}

export const isStatus = (value: unknown): value is ServerStatus =>
  isMetrics(value) &&
  isString((value as { name?: unknown }).name) &&
  totals.every((key) => Number.isFinite((value as Partial<ServerStatus>)[key])) &&
  [(value as Partial<ServerStatus>).tags, (value as Partial<ServerStatus>).features].every(
    (list) => Array.isArray(list) && list.every(isString),
  ) &&
  isAuthority((value as Partial<ServerStatus>).agent_authority)

const isLimit = (value: unknown) => value === null || Number.isFinite(value)

/** The limits in a frame; another server than ours sends none. */
export const readLimits = (value: unknown): Readonly<Record<string, UsageLimits>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, UsageLimits] =>
        isRecord(entry[1]) && isLimit(entry[1].warning) && isLimit(entry[1].critical),
    ),
  )

const isNumbers = (value: unknown): value is (number | null)[] => Array.isArray(value) && value.every(isLimit)

/** The traffic in a frame; another server than ours sends none. */
export const readTraffic = (value: unknown): { in: number[]; out: number[] } | undefined =>
  isRecord(value) && isNumbers(value.in) && isNumbers(value.out) && value.in.length === value.out.length
    ? { in: value.in.map(Number), out: value.out.map(Number) }
    : undefined

interface RecentOfServer {
  readonly id: string
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>
}

export const isRecent = (value: unknown): value is RecentOfServer =>
  isRecord(value) && isId(value.id) && isRecord(value.columns) && Object.values(value.columns).every(isNumbers)

export const listOf = <T>(value: unknown, is: (item: unknown) => item is T): T[] | undefined =>
  Array.isArray(value) ? value.filter(is) : undefined
