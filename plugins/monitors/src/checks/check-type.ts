import type { CodedText } from '@svc/plugin-sdk'
import type { MonitorType } from '../monitor-schema.ts'

type Detail = Readonly<Record<string, unknown>>

/** The result of a check. */
export interface Outcome {
  readonly success: boolean
  /** milliseconds; null without a response */
  readonly latency: number | null
  /** stored with every check, so keep it small */
  readonly detail: Detail
  /** why it failed */
  readonly error: CodedText | null
  /** value for the next check; omitted: unchanged */
  readonly memory?: string
  /** there is nothing to record yet */
  readonly pending?: boolean
}

export const succeeded = (latency: number | null, detail: Detail): Outcome => ({
  success: true,
  latency,
  detail,
  error: null,
})

/** Nothing is known yet. */
export const waiting = (memory: string): Outcome => ({
  success: true,
  latency: null,
  detail: {},
  error: null,
  memory,
  pending: true,
})

export const failed = (error: CodedText, latency: number | null = null, detail: Detail = {}): Outcome => ({
  success: false,
  latency,
  detail,
  error,
})

/** Cuts untrusted text to a length that can be stored and shown. */
export const excerpt = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

/** The input of one check. */
export interface CheckInput<C> {
  readonly target: string
  readonly config: C
  /** value stored by the previous check */
  readonly memory: string | null
  /** aborted when the result is no longer needed */
  readonly signal: AbortSignal
}

/** A type of monitor: validates targets and configurations, and runs checks. */
export interface CheckType<C extends object = object> {
  readonly type: MonitorType
  /** Normalizes the target; throws 422. */
  readTarget(text: string): string | Promise<string>
  /** Fills in defaults; throws 422. */
  readConfig(config: Readonly<Record<string, unknown>>): C | Promise<C>
  /** configuration fields that are stored encrypted and hidden from members */
  readonly secretFields: readonly string[]
  /** Runs a check, bounded in time and size. A thrown `OutboundError` counts as a failure. */
  check(input: CheckInput<C>): Promise<Outcome>
}
