import type { DiskIo, ReportPayload } from '@svc/protocol'
import { columns, type MetricRow } from './columns.ts'

/** A numeric member of a report and its valid range. */
export interface ReportMember {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly nullable: boolean
}

const memberOf = ({
  name,
  range,
  nullable,
}: Pick<MetricRow, 'name' | 'range' | 'nullable'>): readonly ReportMember[] =>
  range ? [{ name, low: range[0], high: range[1], nullable: nullable ?? false }] : []

/** The numeric members of a report: columns with a range, and uptime, which is shown but not stored. */
export const reportMembers: readonly ReportMember[] = [
  ...columns.flatMap(memberOf),
  ...memberOf({ name: 'uptime', range: [0, Number.MAX_SAFE_INTEGER] }),
]

/*
 * Functions generated at startup with one statement per report member. Looping over names would make each access a dynamic
 * property lookup, ten times as slow, and these run for every report of the fleet.
 */

for (const { name } of reportMembers) {
  if (!/^[a-z]\w*$/.test(name)) {
    throw new Error(`invalid column name ${name}: start with a lowercase letter and use only letters, digits and _`)
  }
}

type Clamp = (value: unknown, member: ReportMember) => number | null

/** Compiles a function that maps the numeric members of a report through `clamp`. */
function compileClamp(clamp: Clamp): (report: ReportPayload) => Record<string, unknown> {
  const lines = reportMembers.map(({ name }, i) => `${name}: clamp(report.${name}, members[${i}])`)
  const make = new Function(
    'clamp',
    'members',
    `return (report) => ({ ${lines.join(', ')}, disk_io: null, gpu: null })`,
  )
  return make(clamp, reportMembers)
}

/** Copies the numeric members of a report into an array, in order; null becomes NaN. */
export const packNumbers = new Function(
  'numbers',
  'report',
  reportMembers.map(({ name }, i) => `numbers[${i}] = report.${name} ?? NaN`).join('\n'),
) as (numbers: Float64Array, report: ReportPayload) => void

/** Devices kept per report. Hosts have a handful; an unbounded list would fill memory and disk. */
export const maxDevices = 256
type Gpu = NonNullable<ReportPayload['gpu']>
const maxNameLength = 128
/** Total length of the device names. Every record stores them, so a host could bloat the database. */
const maxNamesLength = 4096
const maxCount = 2_147_483_647

/** Integers on the wire are unbounded; beyond 2^53 they would lose precision. */
export const clampInteger = (value: number): number =>
  value > 0 ? (value < Number.MAX_SAFE_INTEGER ? value : Number.MAX_SAFE_INTEGER) : 0

const clamp = (value: number, low: number, high: number) => (value > low ? (value < high ? value : high) : low)
const percent = (value: number) => clamp(value, 0, 100)
const count = (value: number) => clamp(value, 0, maxCount)
const celsius = (value: number) => clamp(value, -273.15, 10_000)

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const isSorted = (list: readonly { name: string }[]) => {
  for (let i = 1; i < list.length; i++) if (byName(list[i - 1] as DiskIo, list[i] as DiskIo) > 0) return false
  return true
}

/** The leading devices within the limits. */
const limitDevices = <T extends { readonly name: string }>(list: T[]): T[] => {
  let count = 0
  let characters = 0
  for (; count < list.length && count < maxDevices; count++) {
    characters += (list[count] as T).name.length
    if (characters > maxNamesLength) break
  }
  return count < list.length ? list.slice(0, count) : list
}

const disks = (list: readonly DiskIo[]): DiskIo[] => {
  const clean = list.map((disk) => ({
    name: disk.name.slice(0, maxNameLength),
    read_bytes_per_sec: clampInteger(disk.read_bytes_per_sec),
    write_bytes_per_sec: clampInteger(disk.write_bytes_per_sec),
  }))
  if (!isSorted(clean)) clean.sort(byName)
  return limitDevices(clean)
}

const gpus = (gpu: Gpu): Gpu => ({
  count: count(gpu.count),
  average_usage: percent(gpu.average_usage),
  detailed_info: limitDevices(
    gpu.detailed_info.map((device) => ({
      name: device.name.slice(0, maxNameLength),
      mem_total: clampInteger(device.mem_total),
      mem_used: clampInteger(device.mem_used),
      utilization: percent(device.utilization),
      temperature: celsius(device.temperature),
    })),
  ),
})

/** Missing or non-numeric members become null if nullable, otherwise the lower bound. */
const clampMember = (value: unknown, { low, high, nullable }: ReportMember) =>
  typeof value === 'number' ? clamp(value, low, high) : nullable ? null : low

const clampNumbers = compileClamp(clampMember)

/**
 * Clamps every value to its range, drops unknown members and limits lists. The wire schema has checked the types, but a
 * broken or hostile agent may still send a negative size or 10,000 disks, which must not break charts, sums or alerts.
 */
export function sanitize(report: ReportPayload): ReportPayload {
  const clean = clampNumbers(report)
  if (report.disk_io) clean.disk_io = disks(report.disk_io)
  if (report.gpu) clean.gpu = gpus(report.gpu)
  // the cast is covered by a test against the wire schema
  return clean as ReportPayload
}
