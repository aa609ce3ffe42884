import type { Link, Logger } from '@svc/agent-sdk'
import { makeLease } from './lease.ts'
import { makeScheduler, type ScheduledTask } from './scheduler.ts'

export interface AssignmentsOptions<Assignment> {
  /** for log messages */
  readonly label: string
  /** the rest is dropped */
  readonly maxEntries: number
  readonly toEntries: (assignment: Assignment) => ReadonlyMap<string, ScheduledTask>
  /** called with the connection, which may be new */
  readonly onLink: (link: Link) => void
  readonly log: Logger
}

/** Runs the assignments of one kind for as long as the server renews them. */
export function makeAssignments<Wanted>({ label, maxEntries, toEntries, onLink, log }: AssignmentsOptions<Wanted>) {
  const timetable = makeScheduler({
    onError: (error) =>
      log.error({ reason: error instanceof Error ? error.message : String(error) }, `${label} failed`),
  })

  const lease = makeLease(() => {
    if (timetable.size > 0) log.info(`${label} stopped: the server did not renew them`)
    timetable.set(new Map())
  })

  return {
    connected(link: Link): void {
      onLink(link)
      lease.connected(link)
    },
    /** Replaces all assignments. */
    set(wanted: Wanted, link: Link): void {
      onLink(link)
      lease.renew(link)
      const entries = toEntries(wanted)
      if (entries.size > maxEntries)
        log.warn({ assigned: entries.size, max: maxEntries }, `too many ${label}, ignoring the last ones`)
      timetable.set(new Map([...entries].slice(0, maxEntries)))
      log.debug({ count: timetable.size }, `${label} assigned`)
    },
    async close(): Promise<void> {
      lease.close()
      await timetable.close()
    },
  }
}
