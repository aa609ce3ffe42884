import { setTimeout as pause } from 'node:timers/promises'
import { rounded } from './outcome.ts'
import { type Probe, type Prober, probeLimit } from './prober.ts'
import { withLimit } from './time-limit.ts'

/** The packets of one round. */
export interface Round {
  readonly sent: number
  /** milliseconds, one for each packet that was answered */
  readonly times: readonly number[]
}

export interface RoundPlan {
  /** packets */
  readonly count: number
  /** milliseconds the round may take */
  readonly lengthMs: number
}

const nothing: Round = { sent: 0, times: [] }

/** milliseconds between packets, unless that would take more than half of the round */
const usualSpacing = 1000

/** milliseconds a packet is waited for: so that one that was sent is never cut off by the end of its round */
const patienceOf = (lengthMs: number) => Math.min(probeLimit, lengthMs * 0.3)

/**
 * Sends the packets of one round. Those for which there is no time left are not sent, and do not count as lost. A target
 * that leads nowhere, or a program that cannot be run, is a round without packets. Undefined when it was this host that
 * had no time for any.
 */
export async function sendRound(
  prober: Prober,
  probe: Probe,
  { count, lengthMs }: RoundPlan,
  signal: AbortSignal,
): Promise<Round | undefined> {
  const end = performance.now() + lengthMs
  const patience = patienceOf(lengthMs)
  const left = () => end - performance.now()

  const found = await withLimit(patience, signal, (limited) => prober.locate(probe, limited)).catch(() => undefined)
  signal.throwIfAborted()
  if (!found) return nothing
  const { target, address } = found

  if (probe.type === 'icmp') {
    return prober.inTurn(signal, async () => {
      const packets = Math.min(count, Math.floor((left() - patience) / usualSpacing) + 1)
      if (packets < 1) return undefined
      const limitMs = (packets - 1) * usualSpacing + patience
      const run = await prober.ping({ address, count: packets, limitMs }, signal).catch(() => undefined)
      signal.throwIfAborted()
      if (!run) return nothing
      const times = run.times.slice(0, packets)
      // Where the program does not say how many it sent, it had the time for all, or could send none.
      const sent = run.sent ?? (run.complaint === undefined ? packets : 0)
      return { sent: Math.min(Math.max(sent, times.length), packets), times }
    })
  }

  const { type } = probe
  const spacing = Math.min(usualSpacing, lengthMs / 2 / count)
  const times: number[] = []
  let sent = 0
  let next = performance.now()
  for (let turn = 0; turn < count; turn += 1) {
    // Behind one that was slow the others keep their distance: a burst would measure itself.
    await pause(Math.max(0, next - performance.now()), undefined, { signal })
    next = performance.now() + spacing
    const outcome = await prober.inTurn(signal, async () => {
      if (left() < patience) return undefined
      return prober.knock(type, target, address, patience, signal)
    })
    if (!outcome) break
    sent += 1
    if (outcome.success) times.push(outcome.latency)
  }
  return sent === 0 ? undefined : { sent, times }
}

/** The figures of a round as they are told. */
export function figuresOf({ sent, times }: Round) {
  const received = times.length
  const some = received > 0
  return {
    avg_latency: some ? rounded(times.reduce((sum, time) => sum + time, 0) / received) : null,
    min_latency: some ? Math.min(...times) : null,
    max_latency: some ? Math.max(...times) : null,
    packet_loss: sent > 0 ? (sent - received) / sent : 1,
    packet_sent: sent,
    packet_received: received,
  }
}
