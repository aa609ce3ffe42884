import type { PingAssignment, ProbeType } from '@svc/protocol'
import type { PingResultPayload } from './outbox.ts'
import type { Probe, Prober } from './prober.ts'
import type { Entry } from './timetable.ts'

/** seconds */
const leastInterval = 5
/** The longest a timer can wait is a little more. */
const longestInterval = 2_000_000
/** milliseconds until somebody who has just made a task sees something */
const firstWithin = 3000

export interface PingTasksOptions {
  readonly prober: Pick<Prober, 'once'>
  /** the type if it is one that may be probed here */
  readonly allowed: (type: string) => ProbeType | undefined
  readonly tell: (result: PingResultPayload) => void
  /** milliseconds since the epoch */
  readonly wall: () => number
}

/** seconds between the starts of two probes */
export const clampInterval = (seconds: number, least: number) => Math.min(Math.max(seconds, least), longestInterval)

/** The tasks of a server as entries of a timetable, by id. */
export function pingEntries(
  tasks: readonly PingAssignment[],
  { prober, allowed, tell, wall }: PingTasksOptions,
): Map<string, Entry> {
  return new Map(
    tasks.flatMap(({ task_id, probe_type, target, interval }) => {
      const type = allowed(probe_type)
      if (!type) return []
      const probe: Probe = { type, target }
      const everyMs = clampInterval(interval, leastInterval) * 1000
      const entry: Entry = {
        print: JSON.stringify([type, target, everyMs]),
        everyMs,
        firstWithinMs: Math.min(everyMs, firstWithin),
        async run(signal) {
          const outcome = await prober.once(probe, signal)
          tell({ task_id, ...outcome, time: new Date(wall()).toISOString() })
        },
      }
      return [[task_id, entry] as const]
    }),
  )
}
