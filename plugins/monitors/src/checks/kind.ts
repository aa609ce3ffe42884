import type { MonitorType } from '../monitor-schema.ts'
import type { Outcome } from './outcome.ts'

type Given = Readonly<Record<string, unknown>>

/** One check of one monitor. */
export interface Check<C> {
  readonly target: string
  readonly config: C
  /** what the check before wanted to be known */
  readonly memory: string | null
  /** fires when nobody wants the outcome any more */
  readonly signal: AbortSignal
}

/** A type of monitor: what it may be told, and how it looks. */
export interface Kind<C extends object = object> {
  readonly type: MonitorType
  /** The target as it is stored; throws 422. */
  readTarget(text: string): string | Promise<string>
  /** The configuration completed with defaults; throws 422. */
  readConfig(given: Given): C | Promise<C>
  /** members of the configuration that are stored encrypted and that members do not see */
  readonly sealed: readonly string[]
  /** Finds something out, bounded in time and size; an `OutboundError` it throws is a failure as well. */
  check(check: Check<C>): Promise<Outcome>
}
