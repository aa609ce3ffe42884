import type { WidgetInput } from './board-schema.ts'

const statWidget = (metric: string, grid_x: number): WidgetInput => ({
  widget_type: 'stat-number',
  config: { metric },
  grid_x,
  grid_y: 0,
  grid_w: 2,
  grid_h: 1,
})

/** The widgets of the board that is created automatically (contract "rest-2", 12.2). */
export const defaultWidgets: readonly WidgetInput[] = [
  ...['server_count', 'avg_cpu', 'avg_memory', 'total_bandwidth', 'health'].map((metric, i) =>
    statWidget(metric, i * 2),
  ),
  { widget_type: 'server-cards', config: { layout: 'grid' }, grid_x: 0, grid_y: 1, grid_w: 12, grid_h: 6 },
]
export const defaultName = 'Overview'
