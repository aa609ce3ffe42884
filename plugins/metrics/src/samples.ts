import type { Latest, Sample } from './contract.ts'
import { PackedReport } from './packed-report.ts'
import { minuteOf } from './record-key.ts'
import type { NewRecord } from './records-store.ts'

/** The latest sample of a server and the last minute written to disk. */
export interface Entry {
  readonly serverId: string
  readonly number: number
  readonly report: PackedReport
  /** milliseconds; server clock at receipt */
  receivedAt: number
  /** last minute written; -1 before the first */
  writtenMinute: number
}

export const isUnwritten = (entry: Entry): boolean => minuteOf(entry.receivedAt) !== entry.writtenMinute

export interface Samples extends Latest {
  put(source: { readonly serverId: string; readonly serverNumber: number }, sample: Sample): void
  delete(serverId: string): void
  /** Minute of the server's latest sample if it is not written yet. */
  pendingMinute(serverId: string): number | undefined
  /** A snapshot of all entries by server number, the order of the storage keys. */
  byNumber(): readonly Entry[]
}

/**
 * The latest sample of each server, in memory. `onMissed` is called when an unwritten sample is replaced by one of a later
 * minute, for example after the server connected when the writer had already passed its position.
 */
export function makeSamples(onMissed: (record: NewRecord) => void = () => {}): Samples {
  const entries = new Map<string, Entry>()
  let sorted: readonly Entry[] | undefined

  const add = (serverId: string, number: number): Entry => {
    const entry = { serverId, number, report: new PackedReport(), receivedAt: 0, writtenMinute: -1 }
    entries.set(serverId, entry)
    sorted = undefined
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
      if (entry.receivedAt > 0 && minuteOf(receivedAt) > minute && isUnwritten(entry)) {
        onMissed({ serverId, minute, number: entry.number, report: entry.report.get(), late: true })
      }
      entry.report.set(report)
      entry.receivedAt = receivedAt
    },
    delete(serverId) {
      if (entries.delete(serverId)) sorted = undefined
    },
    pendingMinute(serverId) {
      const entry = entries.get(serverId)
      return entry && isUnwritten(entry) ? minuteOf(entry.receivedAt) : undefined
    },
    byNumber() {
      sorted ??= [...entries.values()].sort((a, b) => a.number - b.number)
      return sorted
    },
  }
}
