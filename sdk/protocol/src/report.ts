import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { f64, i32, i64, nullable, str, u64, unixSeconds } from './types.ts'

/** Read and write rates of one device. */
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
  /** percent, mean over the devices */
  average_usage: f64(),
  detailed_info: Type.Array(GpuDevice),
})

const members = {
  /** percent 0..100 of the whole host */
  cpu: f64(),
  mem_used: i64(),
  swap_used: i64(),
  disk_used: i64(),
  /** bytes per second */
  net_in_speed: i64(),
  net_out_speed: i64(),
  /** bytes, cumulative since agent start */
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
  disk_io: nullable(Type.Array(DiskIo)),
  /** degrees Celsius */
  temperature: nullable(f64()),
  gpu: nullable(GpuReport),
}

/** The figures of a host at one moment. */
export const Figures = Type.Object(members)
/** What `Figures` describes: the members of a report without its number. */
export type ReportPayload = Static<typeof Figures>

/** Agent to server, every `report_interval` seconds (spec document 3, Metrics reported by the agent). */
export const Report = defineMessage('report', {
  ...members,
  /** counts the reports of this run of the agent from 1, those included that could not be sent; peers may leave it out */
  seq: nullable(u64()),
})

/**
 * Agent to server, once per connection after `SystemInfo` was acknowledged, and only when `Welcome` carried
 * `server_time`: what the agent could send again.
 */
export const ReportsKept = defineMessage('reports_kept', {
  /** seconds since this run of the agent began */
  running_seconds: u64(),
  /** number of the last report, sent or not */
  seq: u64(),
  /** complete minutes by the server's clock, as their first second, ascending, the last ten at most */
  minutes: Type.Array(unixSeconds(), { maxItems: 10 }),
})

/** Server to agent: of these minutes it kept there is no record. */
export const ReportsMissing = defineMessage('reports_missing', {
  minutes: Type.Array(unixSeconds(), { maxItems: 10 }),
})

/** Agent to server, one per minute of `ReportsMissing`: the last report it made in that minute. */
export const MissedReport = defineMessage('missed_report', {
  minute: unixSeconds(),
  ...members,
  seq: nullable(u64()),
})
