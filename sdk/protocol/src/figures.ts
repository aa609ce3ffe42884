/**
 * The members that are one number each in a report and in the live figures of a server. Plain names, so that code which
 * may not compile schemas (browsers) or must not walk them (the report path of the server) shares the list too.
 */
export const reportFigures = [
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

/** The numbers of a server's live figures: those of its report and its disk rates summed up. */
export const liveFigures = [...reportFigures, 'disk_read_bytes_per_sec', 'disk_write_bytes_per_sec'] as const

/** The live figures of a server that never reported. */
export const noFigures = Object.freeze(Object.fromEntries(liveFigures.map((name) => [name, 0]))) as Readonly<
  Record<(typeof liveFigures)[number], number>
>
