import type { DiskIo, InterfaceRate, MountUsage, ReportPayload, SensorReading } from '@svc/protocol'
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

const emptyLists = 'disk_io: null, gpu: null, cores: null, mounts: null, interfaces: null, sensors: null'

type Clamp = (value: unknown, member: ReportMember) => number | null

/** Compiles a function that maps the numeric members of a report through `clamp`. */
function compileClamp(clamp: Clamp): (report: ReportPayload) => Record<string, unknown> {
  const lines = reportMembers.map(({ name }, i) => `${name}: clamp(report.${name}, members[${i}])`)
  const make = new Function('clamp', 'members', `return (report) => ({ ${lines.join(', ')}, ${emptyLists} })`)
  return make(clamp, reportMembers)
}

/** Copies the numeric members of a report into an array, in order; null becomes NaN. */
export const packNumbers = new Function(
  'numbers',
  'report',
  reportMembers.map(({ name }, i) => `numbers[${i}] = report.${name} ?? NaN`).join('\n'),
) as (numbers: Float64Array, report: ReportPayload) => void

/** The numeric members of a report from an array that `packNumbers` filled; the lists are null. */
export const unpackNumbers = new Function(
  'numbers',
  `const read = (number) => (number === number ? number : null)
  return { ${reportMembers.map(({ name }, i) => `${name}: read(numbers[${i}])`).join(', ')}, ${emptyLists} }`,
) as (numbers: Float64Array) => Record<string, unknown>

/** Devices kept per report. Hosts have a handful; an unbounded list would fill memory and disk. */
export const maxDevices = 256
type Gpu = NonNullable<ReportPayload['gpu']>
const maxNameLength = 128
/** Total length of the device names. Every record stores them, so a host could bloat the database. */
const maxNamesLength = 4096
const maxTypeLength = 32
/** The largest machines have about a thousand. */
const maxCores = 1024
const maxCount = 2_147_483_647

/** Integers on the wire are unbounded; beyond 2^53 they would lose precision. */
export const clampInteger = (value: number): number =>
  value > 0 ? (value < Number.MAX_SAFE_INTEGER ? value : Number.MAX_SAFE_INTEGER) : 0

const clamp = (value: number, low: number, high: number) => (value > low ? (value < high ? value : high) : low)
const percent = (value: number) => clamp(value, 0, 100)
const count = (value: number) => clamp(value, 0, maxCount)
const celsius = (value: number) => clamp(value, -273.15, 10_000)

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const isSorted = <T>(list: readonly T[], compare: (a: T, b: T) => number) => {
  for (let i = 1; i < list.length; i++) if (compare(list[i - 1] as T, list[i] as T) > 0) return false
  return true
}

/** The leading devices within the limits. */
const limitList = <T>(list: T[], nameOf: (item: T) => string): T[] => {
  let count = 0
  let characters = 0
  for (; count < list.length && count < maxDevices; count++) {
    characters += nameOf(list[count] as T).length
    if (characters > maxNamesLength) break
  }
  return count < list.length ? list.slice(0, count) : list
}
const limitDevices = <T extends { readonly name: string }>(list: T[]): T[] => limitList(list, ({ name }) => name)

const disks = (list: readonly DiskIo[]): DiskIo[] => {
  const clean = list.map((disk) => ({
    name: disk.name.slice(0, maxNameLength),
    read_bytes_per_sec: clampInteger(disk.read_bytes_per_sec),
    write_bytes_per_sec: clampInteger(disk.write_bytes_per_sec),
  }))
  if (!isSorted(clean, byName)) clean.sort(byName)
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

const byPath = (a: MountUsage, b: MountUsage) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

const mounts = (list: readonly MountUsage[]): MountUsage[] => {
  const clean = list.map((mount) => {
    const total = clampInteger(mount.total)
    const inodes = mount.inodes == null ? null : clampInteger(mount.inodes)
    return {
      path: mount.path.slice(0, maxNameLength),
      type: mount.type.slice(0, maxTypeLength),
      total,
      used: clamp(mount.used, 0, total),
      inodes,
      inodes_used: inodes === null || mount.inodes_used == null ? null : clamp(mount.inodes_used, 0, inodes),
    }
  })
  if (!isSorted(clean, byPath)) clean.sort(byPath)
  return limitList(clean, ({ path }) => path)
}

const interfaces = (list: readonly InterfaceRate[]): InterfaceRate[] => {
  const clean = list.map(({ name, in_speed, out_speed }) => ({
    name: name.slice(0, maxNameLength),
    in_speed: clampInteger(in_speed),
    out_speed: clampInteger(out_speed),
  }))
  if (!isSorted(clean, byName)) clean.sort(byName)
  return limitDevices(clean)
}

const sensors = (list: readonly SensorReading[]): SensorReading[] =>
  limitDevices(list.map((sensor) => ({ name: sensor.name.slice(0, maxNameLength), celsius: celsius(sensor.celsius) })))

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
  if (report.cores) clean.cores = report.cores.slice(0, maxCores).map(percent)
  if (report.mounts) clean.mounts = mounts(report.mounts)
  if (report.interfaces) clean.interfaces = interfaces(report.interfaces)
  if (report.sensors) clean.sensors = sensors(report.sensors)
  // the cast is covered by a test against the wire schema
  return clean as ReportPayload
}
