import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import { makeWalk, minuteOf } from '@svc/series'
import type { NewRecord } from './contract.ts'
import { type Entry, isUnwritten, type Samples } from './samples.ts'

/** Rows per transaction: some milliseconds with all that follows a record. Fewer rows would leave more half-filled pages. */
export const chunkSize = 100
/** Starts once every agent has had time to report in the new minute, and ends before the next one. */
const startMs = 10_000
const walkMs = 45_000

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly samples: Samples
  readonly agents: Pick<Agents, 'isOnline'>
  readonly store: { write(records: readonly NewRecord[]): void }
}

/**
 * Writes the latest sample of each connected server once a minute, as the record of the minute in which it arrived. Walks
 * the fleet by server number in chunks spread over the minute. Each server keeps its position in the walk, so it gets one
 * record per minute; samples already on disk are skipped.
 */
export function makeRecordWriter({ clock, log, samples, agents, store }: Dependencies) {
  const write = (entries: readonly Entry[]) => {
    if (entries.length === 0) return
    const records = entries.map(({ serverId, number, report, receivedAt }) => ({
      serverId,
      minute: minuteOf(receivedAt),
      number,
      report: report.get(),
    }))
    store.write(records)
    for (const [i, { minute }] of records.entries()) (entries[i] as Entry).writtenMinute = minute
  }

  const walk = makeWalk<Entry>(
    { clock, log, chunkSize, spreadMs: walkMs, failure: 'failed to write the records of some servers' },
    (some) => write(some.filter((entry) => isUnwritten(entry) && agents.isOnline(entry.serverId))),
  )

  const job: Job = {
    name: 'RecordWriter',
    every: 60_000,
    align: true,
    offset: startMs,
    run: () => walk.start(samples.byNumber()),
  }
  return {
    job,
    /**
     * Stops the walk and writes the remaining samples. Connections may already be closed, so this includes every sample of
     * the current or previous minute.
     */
    close() {
      walk.stop()
      const oldest = minuteOf(clock.now()) - 1
      write(samples.byNumber().filter((entry) => isUnwritten(entry) && minuteOf(entry.receivedAt) >= oldest))
    },
  }
}
