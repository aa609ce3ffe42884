import type { CodedText } from '@svc/plugin-sdk'
import type { Flow, Hop, HopHost, Protocol, TraceAlert, TracedPath } from './wire.ts'

/** What a trace has found so far. */
export interface TraceResult {
  readonly flow: Flow
  readonly max_hops: number
  /** what the target resolved to */
  readonly address: string | null
  readonly round: number
  readonly total_rounds: number
  readonly reached: boolean
  readonly hops: readonly Hop[]
  readonly paths: readonly TracedPath[]
  readonly path_mtu: number | null
  readonly path_mtu_hop: number | null
  /** of all addresses in `hops` */
  readonly hosts: readonly HopHost[]
}

/** A trace that runs or has ended. */
export interface Trace extends TraceResult {
  readonly request_id: string
  readonly serverId: string
  readonly target: string
  readonly protocol: Protocol | 'legacy'
  readonly port: number | null
  /** milliseconds */
  readonly startedAt: number
  /** undefined while it runs */
  readonly completedAt: number | undefined
  readonly error: CodedText | undefined
  /** what it was started for */
  readonly alert: TraceAlert | null
}

/** All addresses of a trace, each once. */
export const addressesOf = ({ hops }: Pick<TraceResult, 'hops'>): string[] => [
  ...new Set(hops.flatMap(({ ips = [] }) => ips)),
]
