import type { Flow } from '@svc/plugin-traceroute/wire'
import type { MplsLabel, PacketError, Unreachable } from '@svc/raw-socket'

/** One packet. */
export interface Probe {
  /** from 1, unique in its trace */
  readonly id: number
  /** time to live */
  readonly hops: number
  /** from 0 */
  readonly round: number
}

/** What came back for a packet. */
export interface Answer {
  readonly id: number
  readonly from: string
  /** milliseconds since the epoch, with fractions; the time at which the kernel received it */
  readonly at: number
  /** `target`: the packet arrived. `unreachable`: it cannot. `transit`: its time to live ended on the way */
  readonly kind: 'target' | 'unreachable' | 'transit'
  readonly unreachable: Unreachable | undefined
  readonly labels: readonly MplsLabel[]
}

/** Sends the packets of one trace and matches what comes back. */
export interface Prober {
  /** Returns when it was sent, on the clock of `Answer.at`. */
  send(probe: Probe): number
  /** The next answer; undefined if there is none. Never waits. */
  receive(): Answer | undefined
  close(): void
}

export interface ProberOptions {
  /** of the target */
  readonly address: string
  readonly flow: Flow
  /** UDP and TCP */
  readonly port: number
}

/** Bytes of a packet, with its headers. */
export const packetBytes = 84

/** What an error about a packet to the target means; undefined if nothing. */
export function answerKind(
  error: PacketError,
  from: string,
  target: string,
  isArrival: (reason: Unreachable) => boolean = () => false,
): Pick<Answer, 'kind' | 'unreachable'> | undefined {
  if (error.kind === 'time_exceeded') return { kind: 'transit', unreachable: undefined }
  if (error.kind === 'too_big') return undefined
  const { reason } = error
  if (isArrival(reason)) return { kind: 'target', unreachable: undefined }
  return { kind: from === target ? 'target' : 'unreachable', unreachable: reason }
}
