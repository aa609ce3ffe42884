import { setTimeout as pause } from 'node:timers/promises'
import { roundMs } from './outcome.ts'
import { PingUnavailable } from './ping.ts'
import { type Probe, type Prober, probeTimeoutMs } from './prober.ts'
import { withTimeout } from './timeout.ts'

/** The result of one round. */
export interface Round {
  readonly sent: number
  /** latencies in milliseconds, one per packet received */
  readonly times: readonly number[]
}

export interface RoundPlan {
  /** packets */
  readonly count: number
  /** max duration of the round in milliseconds */
  readonly lengthMs: number
}

const noPackets: Round = { sent: 0, times: [] }

/** milliseconds between packets, or less if that would take more than half of the round */
const packetIntervalMs = 1000

/** Timeout of a packet. A packet is not sent if its timeout would exceed the end of the round. */
const packetTimeout = (lengthMs: number) => Math.min(probeTimeoutMs, lengthMs * 0.3)

/**
 * Sends the packets of one round. Packets that would not fit into the round are not sent and do not count as lost. Returns
 * a round without packets if the target cannot be resolved, and undefined if this says nothing about the target: the host
 * does not permit ICMP, or was too busy to send a packet in time.
 */
export async function sendRound(
  prober: Prober,
  probe: Probe,
  { count, lengthMs }: RoundPlan,
  signal: AbortSignal,
): Promise<Round | undefined> {
  const end = performance.now() + lengthMs
  const timeoutMs = packetTimeout(lengthMs)
  const msLeft = () => end - performance.now()

  const found = await withTimeout(timeoutMs, signal, (limited) => prober.resolveTarget(probe, limited)).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  if (!found) return noPackets
  const { target, address } = found

  if (probe.type === 'icmp') {
    return prober.withPermit(signal, async () => {
      const packets = Math.min(count, Math.floor((msLeft() - timeoutMs) / packetIntervalMs) + 1)
      if (packets < 1) return undefined
      const runTimeoutMs = (packets - 1) * packetIntervalMs + timeoutMs
      const request = { address, count: packets, timeoutMs: runTimeoutMs }
      const run = await prober.ping(request, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        return error instanceof PingUnavailable ? undefined : { ...noPackets, errorOutput: undefined }
      })
      if (!run) return undefined
      const times = run.times.slice(0, packets)
      // Without a summary, the program sent all packets, or none if it printed an error.
      const sent = run.sent ?? (run.errorOutput === undefined ? packets : 0)
      return { sent: Math.min(Math.max(sent, times.length), packets), times }
    })
  }

  const { type } = probe
  const spacing = Math.min(packetIntervalMs, lengthMs / 2 / count)
  const times: number[] = []
  let sent = 0
  let next = performance.now()
  for (let turn = 0; turn < count; turn += 1) {
    // Keep the interval after a slow packet too: a burst would distort the latencies.
    await pause(Math.max(0, next - performance.now()), undefined, { signal })
    next = performance.now() + spacing
    const outcome = await prober.withPermit(signal, async () => {
      if (msLeft() < timeoutMs) return undefined
      return prober.probeOnce(type, target, address, timeoutMs, signal)
    })
    if (!outcome) break
    sent += 1
    if (outcome.success) times.push(outcome.latency)
  }
  return sent === 0 ? undefined : { sent, times }
}

/** Summarizes a round for the server. */
export function summarizeRound({ sent, times }: Round) {
  const received = times.length
  const hasReplies = received > 0
  return {
    avg_latency: hasReplies ? roundMs(times.reduce((sum, time) => sum + time, 0) / received) : null,
    min_latency: hasReplies ? Math.min(...times) : null,
    max_latency: hasReplies ? Math.max(...times) : null,
    packet_loss: sent > 0 ? (sent - received) / sent : 1,
    packet_sent: sent,
    packet_received: received,
  }
}
