import type { ReportPayload } from '@svc/protocol'
import { packNumbers } from './report-codegen.ts'
import { reportMembers } from './report-members.ts'

type Disks = NonNullable<ReportPayload['disk_io']>

const sameNames = (names: readonly string[], disks: Disks) =>
  names.length === disks.length && disks.every((disk, i) => disk.name === names[i])

/**
 * A report kept in arrays of numbers that are written over by the next one. Kept as objects, the reports of a fleet
 * would live just long enough to be copied by every garbage collection and die right after; with thousands of agents
 * that is most of the processor time of a report and most of the pauses that browsers notice.
 */
export class PackedReport {
  readonly #numbers = new Float64Array(reportMembers.length)
  #diskNames: readonly string[] | null = null
  #diskRates = new Float64Array(0)
  #gpu: ReportPayload['gpu'] = null

  set(report: ReportPayload): void {
    packNumbers(this.#numbers, report)
    this.#gpu = report.gpu ?? null
    this.#setDisks(report.disk_io ?? null)
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
    const report: Record<string, unknown> = {}
    for (const [i, { name }] of reportMembers.entries()) {
      const number = this.#numbers[i] as number
      report[name] = Number.isNaN(number) ? null : number
    }
    report.disk_io =
      this.#diskNames?.map((name, i) => ({
        name,
        read_bytes_per_sec: this.#diskRates[2 * i],
        write_bytes_per_sec: this.#diskRates[2 * i + 1],
      })) ?? null
    report.gpu = this.#gpu
    // every member is there: a test packs arbitrary reports and compares
    return report as ReportPayload
  }
}
