import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { f64, i32, i64, nullish, str, u64, unixSeconds } from './types.ts'

/** Disk I/O rates of one device. */
export const DiskIo = Type.Object({
  /** device on Linux (`sda`, `nvme0n1`), mount point elsewhere */
  name: str(),
  read_bytes_per_sec: u64(),
  write_bytes_per_sec: u64(),
})
export type DiskIo = Static<typeof DiskIo>

/** One GPU at the moment of the report. */
export const GpuDevice = Type.Object({
  name: str(),
  /** bytes */
  mem_total: i64(),
  /** bytes */
  mem_used: i64(),
  /** percent */
  utilization: f64(),
  /** degrees Celsius */
  temperature: f64(),
})
export type GpuDevice = Static<typeof GpuDevice>

/** All GPUs of a host. */
export const GpuReport = Type.Object({
  count: i32(),
  /** percent, averaged over the devices */
  average_usage: f64(),
  detailed_info: Type.Array(GpuDevice),
})

/** A mounted file system. */
export const MountUsage = Type.Object({
  path: str(),
  /** `ext4`, `zfs` */
  type: str(),
  /** bytes */
  total: u64(),
  /** bytes, including space reserved for root */
  used: u64(),
  /** null where the file system creates inodes as needed */
  inodes: nullish(u64()),
  inodes_used: nullish(u64()),
})
export type MountUsage = Static<typeof MountUsage>

/** Traffic of one network interface. */
export const InterfaceRate = Type.Object({
  name: str(),
  /** bytes per second */
  in_speed: u64(),
  out_speed: u64(),
})
export type InterfaceRate = Static<typeof InterfaceRate>

/** One temperature sensor. */
export const SensorReading = Type.Object({
  /** chip and label, for example `nvme Composite` */
  name: str(),
  celsius: f64(),
})
export type SensorReading = Static<typeof SensorReading>

/** What a report says beyond the totals. Older agents send none of it, and a platform only what it has. */
const details = {
  /** percent of the whole host since the previous report; they and the idle time add up to 100 */
  cpu_user: nullish(f64()),
  cpu_system: nullish(f64()),
  cpu_iowait: nullish(f64()),
  cpu_steal: nullish(f64()),
  /** percent of each core, in the order of the kernel */
  cores: nullish(Type.Array(f64())),
  /** bytes; what is neither free, buffers, cache nor shared belongs to programs */
  mem_free: nullish(i64()),
  mem_buffers: nullish(i64()),
  /** page cache and reclaimable kernel memory, without `mem_shared` */
  mem_cached: nullish(i64()),
  mem_shared: nullish(i64()),
  /** pressure stall information: percent of the last minute in which some tasks waited, or all of them (`full`) */
  pressure_cpu: nullish(f64()),
  pressure_memory: nullish(f64()),
  pressure_memory_full: nullish(f64()),
  pressure_io: nullish(f64()),
  pressure_io_full: nullish(f64()),
  /** each store once */
  mounts: nullish(Type.Array(MountUsage)),
  interfaces: nullish(Type.Array(InterfaceRate)),
  sensors: nullish(Type.Array(SensorReading)),
}

const fields = {
  /** percent of the whole host, 0 to 100 */
  cpu: f64(),
  mem_used: i64(),
  swap_used: i64(),
  disk_used: i64(),
  /** bytes per second */
  net_in_speed: i64(),
  net_out_speed: i64(),
  /** bytes since the agent started */
  net_in_transfer: i64(),
  net_out_transfer: i64(),
  load1: f64(),
  load5: f64(),
  load15: f64(),
  tcp_conn: i32(),
  udp_conn: i32(),
  process_count: i32(),
  /** seconds since the host started */
  uptime: u64(),
  disk_io: nullish(Type.Array(DiskIo)),
  /** degrees Celsius */
  temperature: nullish(f64()),
  gpu: nullish(GpuReport),
  ...details,
}

/** The metrics of a host at one point in time. */
export const Metrics = Type.Object(fields)
/** A report without its sequence number. */
export type ReportPayload = Static<typeof Metrics>

/** Agent to server, every `report_interval` seconds. */
export const Report = defineMessage('report', {
  ...fields,
  /** sequence number since the agent started, from 1; counts unsent reports too; optional for peers */
  seq: nullish(u64()),
})

/**
 * Agent to server, once per connection: the minutes whose reports the agent still has. Sent after `SystemInfo` was
 * acknowledged, and only if `Welcome` carried `server_time`.
 */
export const ReportsKept = defineMessage('reports_kept', {
  /** seconds since the agent started */
  running_seconds: u64(),
  /** sequence number of the last report, sent or not */
  seq: u64(),
  /** start of each complete minute in server time, ascending; the server reads the last ten */
  minutes: Type.Array(unixSeconds()),
})

/** Server to agent: which of the `ReportsKept` minutes the server has no record of. */
export const ReportsMissing = defineMessage('reports_missing', {
  minutes: Type.Array(unixSeconds(), { maxItems: 10 }),
})

/** Agent to server, one per minute of `ReportsMissing`: the last report of that minute. */
export const MissedReport = defineMessage('missed_report', {
  minute: unixSeconds(),
  ...fields,
  seq: nullish(u64()),
})
