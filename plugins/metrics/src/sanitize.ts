import type { DiskIo, ReportPayload } from '@svc/protocol'
import { boundedBy } from './report-codegen.ts'
import type { ReportMember } from './report-members.ts'

/** Devices kept per report; hosts have a handful, and a list without an end would fill memory and disk. */
export const maxDevices = 256
type Gpu = NonNullable<ReportPayload['gpu']>
const maxName = 128
/** Characters of their names together: every record has them, and a host could make them most of the database. */
const maxNames = 4096
const maxCount = 2_147_483_647

/** Whole numbers of the wire have no upper bound; past 2^53 they would not be exact any more. */
export const whole = (value: number): number =>
  value > 0 ? (value < Number.MAX_SAFE_INTEGER ? value : Number.MAX_SAFE_INTEGER) : 0

const within = (value: number, low: number, high: number) => (value > low ? (value < high ? value : high) : low)
const percent = (value: number) => within(value, 0, 100)
const count = (value: number) => within(value, 0, maxCount)
const celsius = (value: number) => within(value, -273.15, 10_000)

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const isSorted = (list: readonly { name: string }[]) => {
  for (let i = 1; i < list.length; i++) if (byName(list[i - 1] as DiskIo, list[i] as DiskIo) > 0) return false
  return true
}

/** As many devices, in their order, as are kept. */
const first = <T extends { readonly name: string }>(list: T[]): T[] => {
  let count = 0
  let characters = 0
  for (; count < list.length && count < maxDevices; count++) {
    characters += (list[count] as T).name.length
    if (characters > maxNames) break
  }
  return count < list.length ? list.slice(0, count) : list
}

const disks = (list: readonly DiskIo[]): DiskIo[] => {
  const clean = list.map((disk) => ({
    name: disk.name.slice(0, maxName),
    read_bytes_per_sec: whole(disk.read_bytes_per_sec),
    write_bytes_per_sec: whole(disk.write_bytes_per_sec),
  }))
  if (!isSorted(clean)) clean.sort(byName)
  return first(clean)
}

const gpus = (gpu: Gpu): Gpu => ({
  count: count(gpu.count),
  average_usage: percent(gpu.average_usage),
  detailed_info: first(
    gpu.detailed_info.map((device) => ({
      name: device.name.slice(0, maxName),
      mem_total: whole(device.mem_total),
      mem_used: whole(device.mem_used),
      utilization: percent(device.utilization),
      temperature: celsius(device.temperature),
    })),
  ),
})

/** Members that are missing or no numbers are null where they may be. */
const bounded = (value: unknown, { low, high, nullable }: ReportMember) =>
  typeof value === 'number' ? within(value, low, high) : nullable ? null : low

const numbers = boundedBy(bounded)

/**
 * The report with every value in its range, members we do not know left out, and lists of bounded length. The wire's
 * schema has checked the types; a broken or hostile agent may still send a negative size or 10,000 disks, and one such
 * host must not spoil a chart, a sum or an alert.
 */
export function sanitize(report: ReportPayload): ReportPayload {
  const clean = numbers(report)
  if (report.disk_io) clean.disk_io = disks(report.disk_io)
  if (report.gpu) clean.gpu = gpus(report.gpu)
  // every member is there: a test compares with the schema of the wire
  return clean as ReportPayload
}
