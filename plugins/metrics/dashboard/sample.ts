import type { ServerMetrics } from '@svc/protocol'

/** Figures of one moment, from a live report or a stored record. Units as on the wire. */
export interface Sample {
  /** seconds since the epoch */
  readonly time: number
  readonly cpu: number
  readonly mem_used: number
  readonly swap_used: number
  readonly disk_used: number
  readonly net_in_speed: number
  readonly net_out_speed: number
  readonly load1: number
  /** the following are in stored records only */
  readonly temperature?: number | null
  readonly gpu_usage?: number | null
  readonly disk_io_json?: string | null
}

/** A row of `GET /api/servers/{id}/records`. */
export interface MetricRecord extends Omit<Sample, 'time'> {
  /** RFC 3339 */
  readonly time: string
}

export const fromReport = (report: ServerMetrics): Sample => ({ ...report, time: report.last_active })

export const fromRecord = (record: MetricRecord): Sample => ({ ...record, time: Date.parse(record.time) / 1000 })
