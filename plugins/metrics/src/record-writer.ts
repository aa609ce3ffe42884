import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock, Job } from '@svc/plugin-sdk'
import { minuteOf } from './record-key.js'
import type { NewRecord } from './records-store.js'
import type { Entry, Samples } from './samples.js'

/** Rows per transaction: about a millisecond of the main thread. */
export const chunkSize = 200
/** The walk begins when every agent had the time to report in the new minute, and ends before the next one. */
const startMs = 10_000
const walkMs = 45_000

const unwritten = (entry: Entry) => minuteOf(entry.sample.receivedAt) !== entry.writtenMinute

interface Dependencies {
  readonly clock: Clock
  readonly samples: Samples
  readonly agents: Pick<Agents, 'isOnline'>
  readonly store: { write(records: readonly NewRecord[]): void }
}

/**
 * Once a minute it walks the fleet by server number, a chunk at a time, spread over the minute, and writes the last
 * sample of each connected server as the record of the minute in which the sample arrived. A server's place in the walk
 * is stable, so it gets one record a minute; a sample that is on disk already is not written again.
 */
export function makeRecordWriter({ clock, samples, agents, store }: Dependencies) {
  const write = (entries: readonly Entry[]) => {
    if (entries.length === 0) return
    const records = entries.map(({ number, sample }) => ({
      minute: minuteOf(sample.receivedAt),
      number,
      report: sample.report,
    }))
    store.write(records)
    for (const [i, { minute }] of records.entries()) (entries[i] as Entry).writtenMinute = minute
  }

  const until = (time: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const cancel = clock.after(time - clock.now(), wake)
      signal.addEventListener('abort', wake)
    })

  const walk = async (signal: AbortSignal) => {
    const fleet = samples.byNumber()
    const began = clock.now()
    const failures: unknown[] = []
    for (let at = 0; at < fleet.length; at += chunkSize) {
      const due = began + Math.floor((walkMs * at) / fleet.length)
      if (due > clock.now()) await until(due, signal)
      if (signal.aborted) break
      try {
        write(fleet.slice(at, at + chunkSize).filter((entry) => unwritten(entry) && agents.isOnline(entry.serverId)))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  const job: Job = { name: 'RecordWriter', every: 60_000, align: true, offset: startMs, run: walk }
  return {
    job,
    /**
     * Writes what the walk has not reached yet, for closing: connections may be gone already, so every sample counts
     * that arrived in this minute or the one before.
     */
    flush() {
      const oldest = minuteOf(clock.now()) - 1
      write(samples.byNumber().filter((entry) => unwritten(entry) && minuteOf(entry.sample.receivedAt) >= oldest))
    },
  }
}
