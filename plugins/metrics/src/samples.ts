import type { Latest, Sample } from './contract.ts'
import { PackedReport } from './packed-report.ts'
import { minuteOf } from './record-key.ts'
import type { NewRecord } from './records-store.ts'

/** The last sample of a server and which minute of it is on disk. */
export interface Entry {
  readonly serverId: string
  readonly number: number
  readonly report: PackedReport
  /** milliseconds; server clock at receipt */
  receivedAt: number
  /** the last minute whose record was written; -1 before the first */
  writtenMinute: number
}

export const unwritten = (entry: Entry): boolean => minuteOf(entry.receivedAt) !== entry.writtenMinute

export interface Samples extends Latest {
  put(source: { readonly serverId: string; readonly serverNumber: number }, sample: Sample): void
  forget(serverId: string): void
  /** The minute of the last sample of a server while it waits to be written. */
  waiting(serverId: string): number | undefined
  /** Every entry by ascending server number, which is the order of the storage keys. A snapshot. */
  byNumber(): readonly Entry[]
}

/**
 * The last sample of each server, in memory. `passed` is told of a sample that nobody wrote when one of a later minute
 * takes its place, as for a server that connected when the walk of the writer had passed it.
 */
export function makeSamples(passed: (record: NewRecord) => void = () => {}): Samples {
  const entries = new Map<string, Entry>()
  let ordered: readonly Entry[] | undefined

  const add = (serverId: string, number: number): Entry => {
    const entry = { serverId, number, report: new PackedReport(), receivedAt: 0, writtenMinute: -1 }
    entries.set(serverId, entry)
    ordered = undefined
    return entry
  }

  return {
    get(serverId) {
      const entry = entries.get(serverId)
      return entry && { report: entry.report.get(), receivedAt: entry.receivedAt }
    },
    put({ serverId, serverNumber }, { report, receivedAt }) {
      const entry = entries.get(serverId) ?? add(serverId, serverNumber)
      const minute = minuteOf(entry.receivedAt)
      if (entry.receivedAt > 0 && minuteOf(receivedAt) > minute && unwritten(entry)) {
        passed({ serverId, minute, number: entry.number, report: entry.report.get(), late: true })
      }
      entry.report.set(report)
      entry.receivedAt = receivedAt
    },
    forget(serverId) {
      if (entries.delete(serverId)) ordered = undefined
    },
    waiting(serverId) {
      const entry = entries.get(serverId)
      return entry && unwritten(entry) ? minuteOf(entry.receivedAt) : undefined
    },
    byNumber() {
      ordered ??= [...entries.values()].sort((a, b) => a.number - b.number)
      return ordered
    },
  }
}
