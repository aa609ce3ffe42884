import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.js'
import { f64, i32, i64, nullable, str, u64 } from './types.js'

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

/** Agent to server, every `report_interval` seconds (spec document 3, Metrics reported by the agent). */
export const Report = defineMessage('report', {
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
})
/** The members of a `Report`. */
export type ReportPayload = Static<(typeof Report)['schema']>
