import type { NetworkProbeResult, NetworkProbeSync, PingAssignment } from '@svc/plugin-probes/wire'
import type { ProbeType } from '@svc/probe-target'
import type { Payload } from '@svc/protocol'
import type { PingResultPayload } from './outbox.ts'
import type { Probe, Prober } from './prober.ts'
import { sendRound, summarizeRound } from './round.ts'
import type { ScheduledTask } from './scheduler.ts'

/** seconds */
const minTaskInterval = 5
/** Just below the max delay of a timer. */
const maxInterval = 2_000_000
/** milliseconds; the first result of a new task should come soon */
const maxFirstDelayMs = 3000

interface PingTasksOptions {
  readonly prober: Pick<Prober, 'once'>
  /** returns the type if it is valid and permitted */
  readonly typeIfAllowed: (type: string) => ProbeType | undefined
  readonly onResult: (result: PingResultPayload) => void
  /** epoch milliseconds */
  readonly now: () => number
}

/** Clamps an interval in seconds. */
const clampInterval = (seconds: number, min: number) => Math.min(Math.max(seconds, min), maxInterval)

/** Converts ping tasks to scheduled tasks, by id. */
export function pingEntries(
  tasks: readonly PingAssignment[],
  { prober, typeIfAllowed, onResult, now }: PingTasksOptions,
): Map<string, ScheduledTask> {
  return new Map(
    tasks.flatMap(({ task_id, probe_type, target, interval }) => {
      const type = typeIfAllowed(probe_type)
      if (!type) return []
      const probe: Probe = { type, target }
      const everyMs = clampInterval(interval, minTaskInterval) * 1000
      const entry: ScheduledTask = {
        key: JSON.stringify([type, target, everyMs]),
        everyMs,
        firstWithinMs: Math.min(everyMs, maxFirstDelayMs),
        async run(signal) {
          const outcome = await prober.once(probe, signal)
          onResult({ task_id, ...outcome, time: new Date(now()).toISOString() })
        },
      }
      return [[task_id, entry] as const]
    }),
  )
}

/** seconds */
const minRoundInterval = 10
const maxPackets = 20
/** min milliseconds between the end of a round and the start of the next */
const gapMs = 1000

interface NetworkTargetsOptions {
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
  const everyMs = clampInterval(interval, minRoundInterval) * 1000
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
