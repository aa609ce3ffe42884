/*
 * Pages read this file as well, so it imports nothing.
 */

/** The kinds of widgets that come with this plugin, as boards store them. */
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
