import type { Link, Logger } from '@svc/agent-sdk'
import { makeLease } from './lease.ts'
import { type Entry, makeTimetable } from './timetable.ts'

export interface AssignmentsOptions<Wanted> {
  /** in a log line */
  readonly what: string
  /** The first ones count. */
  readonly most: number
  readonly entriesOf: (wanted: Wanted) => ReadonlyMap<string, Entry>
  /** hears of the connection, which may be new */
  readonly met: (link: Link) => void
  readonly log: Logger
}

/** What the server wants probed, of one kind: kept up while it stands by it. */
export function makeAssignments<Wanted>({ what, most, entriesOf, met, log }: AssignmentsOptions<Wanted>) {
  const timetable = makeTimetable({
    failed: (error) => log.error({ reason: error instanceof Error ? error.message : String(error) }, `${what} failed`),
  })

  const lease = makeLease(() => {
    if (timetable.size > 0) log.info(`${what} end: the server has not asked for them again`)
    timetable.set(new Map())
  })

  return {
    connected(link: Link): void {
      met(link)
      lease.connected(link)
    },
    /** Everything the server wants now. */
    set(wanted: Wanted, link: Link): void {
      met(link)
      lease.renew(link)
      const entries = entriesOf(wanted)
      if (entries.size > most)
        log.warn({ assigned: entries.size, most }, `too many ${what}, the last ones are left out`)
      timetable.set(new Map([...entries].slice(0, most)))
      log.debug({ count: timetable.size }, `${what} assigned`)
    },
    async close(): Promise<void> {
      lease.close()
      await timetable.close()
    },
  }
}
