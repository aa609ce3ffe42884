import type { Flow, Protocol, TracerouteRoundUpdate } from '@svc/plugin-traceroute/wire'
import type { Payload } from '@svc/protocol'
import { findPathMtu, type PathMtu } from './path-mtu.ts'
import { describeSocketError } from './privilege.ts'
import type { Prober, ProberOptions } from './probers/prober.ts'
import { type TraceState, type TraceTiming, tracePath } from './trace.ts'

/** of the whole trace */
const wallClockMs = 60_000
const minMtuAnswerMs = 300
const maxMtuAnswerMs = 1500

export interface TraceRequest {
  readonly address: string
  readonly protocol: Protocol
  readonly flow: Flow
  readonly port: number
  readonly rounds: number
  readonly maxHops: number
  readonly timing?: Partial<TraceTiming>
}

type Update = Omit<Payload<typeof TracerouteRoundUpdate>, 'request_id' | 'target' | 'completed'>

const probers: Readonly<Record<Protocol, (options: ProberOptions) => Promise<Prober>>> = {
  icmp: async (options) => (await import('./probers/icmp.ts')).makeIcmpProber(options),
  udp: async (options) => (await import('./probers/udp.ts')).makeUdpProber(options),
  tcp: async (options) => (await import('./probers/tcp.ts')).makeTcpProber(options),
}

const hopOf = ({ hops }: TraceState, address: string): number | null =>
  hops.find(({ ips }) => ips?.includes(address))?.hop ?? null

/** Runs a trace, within the time that it may take. Rejects if `signal` aborts, or with a reason if nothing can be sent. */
export async function runTrace(
  request: TraceRequest,
  signal: AbortSignal,
  onRound: (update: Update) => Promise<void>,
): Promise<Update> {
  const { address, protocol, flow, port, rounds, maxHops, timing = {} } = request
  const deadline = AbortSignal.timeout(wallClockMs)
  const limited = AbortSignal.any([signal, deadline])
  const stopMtu = new AbortController()
  let searching: Promise<PathMtu | undefined> | undefined

  const updateOf = (state: TraceState, mtu?: PathMtu): Update => ({
    round: state.round,
    total_rounds: rounds,
    hops: [...state.hops],
    error: null,
    address,
    reached: state.reached,
    paths: [...state.paths],
    path_mtu: mtu?.mtu ?? null,
    path_mtu_hop: mtu?.by === undefined ? null : hopOf(state, mtu.by),
  })

  function searchMtu({ hops }: TraceState): void {
    const slowest = Math.max(...hops.map(({ worst_ms }) => worst_ms ?? 0))
    const answerMs = Math.min(Math.max(2 * slowest, minMtuAnswerMs), maxMtuAnswerMs)
    searching = findPathMtu(address, { answerMs, signal: AbortSignal.any([limited, stopMtu.signal]) })
    // It is an extra: the trace does not fail with it.
    searching = searching.catch(() => undefined)
  }

  let prober: Prober | undefined
  try {
    prober = await probers[protocol]({ address, flow, port })
    const plan = { rounds, maxHops, hasPaths: flow !== 'classic', timing }
    const end = await tracePath(prober, plan, limited, async (state) => {
      if (state.reached && !searching) searchMtu(state)
      await onRound(updateOf(state))
    })
    signal.throwIfAborted()
    if (end.reached && !searching && !deadline.aborted) searchMtu(end)
    return updateOf(end, await searching)
  } catch (error) {
    signal.throwIfAborted()
    throw describeSocketError(error)
  } finally {
    stopMtu.abort()
    prober?.close()
  }
}
