/*
 * The dashboard imports this file too, so it must not import anything.
 */

/** The widget types of this plugin, as stored in dashboards. */
export const widgetNames = [
  'stat-number',
  'metric-card',
  'gauge',
  'line-chart',
  'multi-line',
  'top-n',
  'server-cards',
  'traffic-bar',
  'disk-io',
  'uptime-timeline',
] as const
export type WidgetName = (typeof widgetNames)[number]
