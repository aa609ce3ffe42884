import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import { minuteOf } from './record-key.ts'
import type { NewRecord } from './records-store.ts'
import { type Entry, type Samples, unwritten } from './samples.ts'

/** Rows per transaction: about a millisecond of the main thread, and few enough half-filled pages. */
export const chunkSize = 250
/** The walk begins when every agent had the time to report in the new minute, and ends before the next one. */
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
 * Once a minute it walks the fleet by server number, a chunk at a time, spread over the minute, and writes the last
 * sample of each connected server as the record of the minute in which the sample arrived. A server's place in the walk
 * is stable, so it gets one record a minute; a sample that is on disk already is not written again.
 */
export function makeRecordWriter({ clock, log, samples, agents, store }: Dependencies) {
  let cancel = () => {}

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

  const walk = (fleet: readonly Entry[], at: number, began: number) => {
    const next = at + chunkSize
    if (next < fleet.length) {
      // Planned before this chunk is written, so that one that fails does not end the walk.
      const due = began + Math.floor((walkMs * next) / fleet.length)
      cancel = clock.after(Math.max(0, due - clock.now()), () => {
        try {
          walk(fleet, next, began)
        } catch (error) {
          log.error({ err: error }, 'records of a part of the fleet were not written')
        }
      })
    }
    write(fleet.slice(at, next).filter((entry) => unwritten(entry) && agents.isOnline(entry.serverId)))
  }

  const job: Job = {
    name: 'RecordWriter',
    every: 60_000,
    align: true,
    offset: startMs,
    run() {
      cancel()
      walk(samples.byNumber(), 0, clock.now())
    },
  }
  return {
    job,
    /**
     * Ends the walk and writes what it has not reached yet. Connections may be gone already, so every sample counts that
     * arrived in this minute or the one before.
     */
    close() {
      cancel()
      const oldest = minuteOf(clock.now()) - 1
      write(samples.byNumber().filter((entry) => unwritten(entry) && minuteOf(entry.receivedAt) >= oldest))
    },
  }
}
