// The dashboard imports this file as well, so it must not import anything.

/** The widget types of this plugin, as stored in dashboards. */
export const widgetNames = ['network-latency', 'network-quality', 'network-overview'] as const
export type WidgetName = (typeof widgetNames)[number]
