import type { MonitorType } from '../monitor-schema.ts'
import type { Outcome } from './outcome.ts'

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
