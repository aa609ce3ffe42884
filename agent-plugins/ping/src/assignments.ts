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
export function makeAssignments<Assignment>({
  label,
  maxEntries,
  toEntries,
  onLink,
  log,
}: AssignmentsOptions<Assignment>) {
  const scheduler = makeScheduler({
    onError: (error) =>
      log.error({ reason: error instanceof Error ? error.message : String(error) }, `${label} failed`),
  })

  const lease = makeLease(() => {
    if (scheduler.size > 0) log.info(`${label} stopped: the server did not renew them`)
    scheduler.set(new Map())
  })

  return {
    connected(link: Link): void {
      onLink(link)
      lease.connected(link)
    },
    /** Replaces all assignments. */
    set(assignment: Assignment, link: Link): void {
      onLink(link)
      lease.renew(link)
      const entries = toEntries(assignment)
      if (entries.size > maxEntries)
        log.warn({ assigned: entries.size, max: maxEntries }, `too many ${label}, ignoring the last ones`)
      scheduler.set(new Map([...entries].slice(0, maxEntries)))
      log.debug({ count: scheduler.size }, `${label} assigned`)
    },
    async close(): Promise<void> {
      lease.close()
      await scheduler.close()
    },
  }
}
