import { type ServiceRef, service } from '@svc/plugin-sdk'

export type {
  Monitor,
  MonitorBeats,
  MonitorDetail,
  MonitorInput,
  MonitorRecord,
  MonitorSummary,
  MonitorType,
} from './monitor-schema.ts'

/** A monitor without what it checks. */
export interface ServiceState {
  readonly id: string
  readonly name: string
  /** result of the last check; null before the first one, and while the monitor is disabled */
  readonly isUp: boolean | null
  /** milliseconds of the last check */
  readonly latency: number | null
  /** servers whose maintenance mutes the monitor */
  readonly serverIds: readonly string[]
}

/** Checks of a monitor on a UTC day. */
export interface CheckDay {
  /** days since the epoch */
  readonly day: number
  readonly checks: number
  readonly failures: number
}

/** The monitors, for pages of other plugins. */
export interface ServiceStates {
  has(id: string): boolean
  /** Those that exist, in the order of `ids`. */
  of(ids: readonly string[]): readonly ServiceState[]
  /** Checks by monitor since the start of a day; days without checks are missing. Reads in the worker. */
  daysSince(ids: readonly string[], day: number): Promise<ReadonlyMap<string, readonly CheckDay[]>>
}

export const serviceStates: ServiceRef<ServiceStates> = service('monitors.serviceStates')
