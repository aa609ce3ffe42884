import type { PingAssignment } from '@svc/plugin-probes/wire'
import type { ProbeType } from '@svc/probe-target'
import type { PingResultPayload } from './outbox.ts'
import type { Probe, Prober } from './prober.ts'
import type { ScheduledTask } from './scheduler.ts'

/** seconds */
const minInterval = 5
/** Just below the max delay of a timer. */
const maxInterval = 2_000_000
/** milliseconds; the first result of a new task should come soon */
const maxFirstDelayMs = 3000

export interface PingTasksOptions {
  readonly prober: Pick<Prober, 'once'>
  /** returns the type if it is valid and permitted */
  readonly typeIfAllowed: (type: string) => ProbeType | undefined
  readonly onResult: (result: PingResultPayload) => void
  /** epoch milliseconds */
  readonly now: () => number
}

/** Clamps an interval in seconds. */
export const clampInterval = (seconds: number, least: number) => Math.min(Math.max(seconds, least), maxInterval)

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
      const everyMs = clampInterval(interval, minInterval) * 1000
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
