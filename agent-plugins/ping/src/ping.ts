import type { PingOutput } from './ping-output.ts'

export interface PingRequest {
  /** an address, not a name */
  readonly address: string
  readonly count: number
  /** Nothing is waited for after this time. */
  readonly timeoutMs: number
}

export interface PingRun extends PingOutput {
  /** why nothing could be sent */
  readonly errorOutput: string | undefined
}

/** Sends one echo request per second. Rejects if `signal` aborts, or with `PingUnavailable`. */
export type Ping = (order: PingRequest, signal: AbortSignal) => Promise<PingRun>

/** This host does not let the agent send echo requests in any way. */
export class PingUnavailable extends Error {}
