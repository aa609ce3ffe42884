/**
 * The numeric fields shared by reports and live metrics. A plain list, for code that must not compile schemas (browsers)
 * or iterate over them (the server's report path).
 */
export const reportMetrics = [
  'uptime',
  'cpu',
  'mem_used',
  'swap_used',
  'disk_used',
  'net_in_speed',
  'net_out_speed',
  'net_in_transfer',
  'net_out_transfer',
  'load1',
  'load5',
  'load15',
  'tcp_conn',
  'udp_conn',
  'process_count',
] as const

/** The numeric fields of `ServerMetrics`: those of a report plus the total disk rates. */
export const liveMetrics = [...reportMetrics, 'disk_read_bytes_per_sec', 'disk_write_bytes_per_sec'] as const

/** The numeric fields of `ServerMetrics` that hosts without such hardware, and other servers, do not send. */
export const optionalLiveMetrics = ['temperature', 'gpu_usage'] as const

/** Live metrics of a server that has never reported. */
export const zeroMetrics = Object.freeze(Object.fromEntries(liveMetrics.map((name) => [name, 0]))) as Readonly<
  Record<(typeof liveMetrics)[number], number>
>
