import type { ReportPayload } from '@svc/protocol'
import { packNumbers } from './report-codegen.ts'
import { reportMembers } from './report-members.ts'

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
    // the cast is covered by a test that round-trips arbitrary reports
    return report as ReportPayload
  }
}
