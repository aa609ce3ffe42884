import type { ReportPayload } from '@svc/protocol'
import { minuteOf } from '@svc/series'
import type { Latest, NewRecord, Sample } from './contract.ts'
import { PackedLists } from './packed-lists.ts'
import { packNumbers, reportMembers, unpackNumbers } from './sanitize.ts'

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

type Disks = NonNullable<ReportPayload['disk_io']>

const sameNames = (names: readonly string[], disks: Disks) =>
  names.length === disks.length && disks.every((disk, i) => disk.name === names[i])

/**
 * A report stored in number arrays that the next one overwrites. As objects, the reports of a fleet would live just long
 * enough to be copied by every garbage collection. With thousands of agents, that would dominate the CPU time of a report
 * and cause noticeable pauses.
 */
export class PackedReport {
  readonly #numbers = new Float64Array(reportMembers.length)
  #diskNames: readonly string[] | null = null
  #diskRates = new Float64Array(0)
  #gpu: ReportPayload['gpu'] = null
  readonly #lists = new PackedLists()

  set(report: ReportPayload): void {
    packNumbers(this.#numbers, report)
    this.#gpu = report.gpu ?? null
    this.#setDisks(report.disk_io ?? null)
    this.#lists.set(report)
  }

  #setDisks(disks: Disks | null): void {
    if (!disks) {
      this.#diskNames = null
      return
    }
    if (!this.#diskNames || !sameNames(this.#diskNames, disks)) {
      this.#diskNames = disks.map((disk) => disk.name)
      this.#diskRates = new Float64Array(disks.length * 2)
    }
    let at = 0
    for (const disk of disks) {
      this.#diskRates[at++] = disk.read_bytes_per_sec
      this.#diskRates[at++] = disk.write_bytes_per_sec
    }
  }

  get(): ReportPayload {
    const report = unpackNumbers(this.#numbers)
    report.disk_io =
      this.#diskNames?.map((name, i) => ({
        name,
        read_bytes_per_sec: this.#diskRates[2 * i],
        write_bytes_per_sec: this.#diskRates[2 * i + 1],
      })) ?? null
    report.gpu = this.#gpu
    this.#lists.addTo(report)
    // the cast is covered by a test that round-trips arbitrary reports
    return report as ReportPayload
  }
}
