/** A widget and its position, as the API expects them. */
export interface Cell {
  readonly widget_type: string
  readonly module_id?: string
  readonly config: object
  readonly grid_x: number
  readonly grid_y: number
  readonly grid_w: number
  readonly grid_h: number
}

type Kind = readonly [type: string, w: number, h: number, config: object]

const columns = 12
const stats = ['server_count', 'avg_cpu', 'avg_memory', 'total_bandwidth', 'health']
const gauges = ['cpu', 'memory', 'swap', 'disk']
const cards = ['cpu', 'memory', 'network', 'disk_io']
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** Places widgets in rows from left to right. */
function shelve(kinds: readonly Kind[]): Cell[] {
  let x = 0
  let y = 0
  let high = 0
  return kinds.map(([type, w, h, config]) => {
    if (x + w > columns) {
      y += high
      x = 0
      high = 0
    }
    const cell = {
      ...(type === 'module' ? { widget_type: type, module_id: 'io.svc.hello-world' } : { widget_type: type }),
      ...{ config, grid_x: x, grid_y: y, grid_w: w, grid_h: h },
    }
    x += w
    high = Math.max(high, h)
    return cell
  })
}

/** Fifty widgets of all types; those that show servers get these. */
export function mixture(servers: readonly string[]): Cell[] {
  const of = (i: number) => servers[i % servers.length] ?? ''
  return shelve([
    ...times(10, (i): Kind => ['stat-number', 2, 1, { metric: stats[i % stats.length] }]),
    ...times(12, (i): Kind => ['gauge', 2, 2, { server_id: of(i), metric: gauges[i % gauges.length] }]),
    ...times(6, (i): Kind => ['metric-card', 4, 4, { server_id: of(i), metric: cards[i % cards.length] }]),
    ...times(4, (i): Kind => ['line-chart', 6, 4, { server_id: of(i), metric: 'cpu', hours: 24 }]),
    ...times(2, (i): Kind => ['multi-line', 6, 4, { server_ids: servers, metric: i ? 'memory' : 'cpu', hours: 24 }]),
    ...times(2, (i): Kind => ['disk-io', 6, 4, { server_id: of(i), hours: 24 }]),
    ...times(2, (i): Kind => ['traffic-bar', 6, 4, i ? { server_id: of(i) } : {}]),
    ...times(2, (i): Kind => ['top-n', 6, 4, { metric: i ? 'memory' : 'cpu', count: 10 }]),
    ...times(2, (): Kind => ['uptime-timeline', 6, 4, { server_ids: servers.slice(0, 5) }]),
    ...times(4, (): Kind => ['module', 3, 2, {}]),
    ...times(2, (i): Kind => ['markdown', 6, 3, { content: `# Shift ${i + 1}\n\nAsk **Ana** first` }]),
    ['server-map', 12, 5, {}],
    ['server-cards', 12, 6, {}],
  ])
}
