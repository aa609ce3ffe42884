import type { NetworkProbeResult, NetworkProbeSync } from '@svc/plugin-probes/wire'
import type { ProbeType } from '@svc/probe-target'
import type { Payload } from '@svc/protocol'
import { clampInterval } from './ping-tasks.ts'
import type { Probe, Prober } from './prober.ts'
import { sendRound, summarizeRound } from './round.ts'
import type { ScheduledTask } from './scheduler.ts'

/** seconds */
const minInterval = 10
const maxPackets = 20
/** min milliseconds between the end of a round and the start of the next */
const gapMs = 1000

export interface NetworkTargetsOptions {
  readonly prober: Prober
  /** returns the type if it is valid and permitted */
  readonly typeIfAllowed: (type: string) => ProbeType | undefined
  readonly onResult: (result: NetworkProbeResult) => void
  /** epoch milliseconds */
  readonly now: () => number
}

/** Converts network targets to scheduled tasks, by id. */
export function networkEntries(
  { targets, interval, packet_count }: Payload<typeof NetworkProbeSync>,
  { prober, typeIfAllowed, onResult, now }: NetworkTargetsOptions,
): Map<string, ScheduledTask> {
  const everyMs = clampInterval(interval, minInterval) * 1000
  const plan = { count: Math.min(Math.max(packet_count, 1), maxPackets), lengthMs: everyMs - gapMs }
  return new Map(
    targets.flatMap(({ target_id, target, probe_type }) => {
      const type = typeIfAllowed(probe_type)
      if (!type) return []
      const probe: Probe = { type, target }
      const entry: ScheduledTask = {
        key: JSON.stringify([type, target, everyMs, plan.count]),
        everyMs,
        // Spread the load of a fleet.
        firstWithinMs: everyMs,
        async run(signal) {
          const round = await sendRound(prober, probe, plan, signal)
          if (round) onResult({ target_id, ...summarizeRound(round), timestamp: new Date(now()).toISOString() })
        },
      }
      return [[target_id, entry] as const]
    }),
  )
}
