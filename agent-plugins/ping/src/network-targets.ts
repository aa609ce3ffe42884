import type { NetworkProbeResult, NetworkProbeSync, Payload, ProbeType } from '@svc/protocol'
import { clampInterval } from './ping-tasks.ts'
import type { Probe, Prober } from './prober.ts'
import { figuresOf, sendRound } from './round.ts'
import type { Entry } from './timetable.ts'

/** seconds */
const leastInterval = 10
const mostPackets = 20
/** milliseconds between the end of the longest round and the start of the next */
const rest = 1000

export interface NetworkTargetsOptions {
  readonly prober: Prober
  /** the type if it is one that may be probed here */
  readonly allowed: (type: string) => ProbeType | undefined
  readonly tell: (result: NetworkProbeResult) => void
  /** milliseconds since the epoch */
  readonly wall: () => number
}

/** The network targets of a server as entries of a timetable, by id. */
export function networkEntries(
  { targets, interval, packet_count }: Payload<typeof NetworkProbeSync>,
  { prober, allowed, tell, wall }: NetworkTargetsOptions,
): Map<string, Entry> {
  const everyMs = clampInterval(interval, leastInterval) * 1000
  const plan = { count: Math.min(Math.max(packet_count, 1), mostPackets), lengthMs: everyMs - rest }
  return new Map(
    targets.flatMap(({ target_id, target, probe_type }) => {
      const type = allowed(probe_type)
      if (!type) return []
      const probe: Probe = { type, target }
      const entry: Entry = {
        print: JSON.stringify([type, target, everyMs, plan.count]),
        everyMs,
        // The agents of a fleet must not all begin at once.
        firstWithinMs: everyMs,
        async run(signal) {
          const round = await sendRound(prober, probe, plan, signal)
          if (round) tell({ target_id, ...figuresOf(round), timestamp: new Date(wall()).toISOString() })
        },
      }
      return [[target_id, entry] as const]
    }),
  )
}
