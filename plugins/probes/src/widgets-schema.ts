/*
 * Pages read this file as well, so it imports nothing.
 */

/** The kinds of widgets that come with this plugin, as boards store them. */
export const widgetNames = ['network-latency', 'network-quality', 'network-overview'] as const
export type WidgetName = (typeof widgetNames)[number]
