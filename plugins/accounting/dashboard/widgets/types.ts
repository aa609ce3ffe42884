import type { WidgetType } from '@svc/dashboard-sdk'

/** Name and description are locale keys: `widget.<type>.name` and `.description`. */
type WidgetDefinition = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const definitions: Readonly<Record<string, WidgetDefinition>> = {
  'traffic-bar': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./traffic-bar.tsx'),
  },
  'uptime-timeline': {
    category: 'Status',
    sizing: { defaultW: 8, defaultH: 3, minW: 4, minH: 2, maxW: 12, maxH: 6, strategy: 'free' },
    load: () => import('./uptime-timeline.tsx'),
  },
}

/** The widget types of this plugin, as in `svc.widgets` of its package.json. */
export const widgetTypes: readonly WidgetType[] = Object.entries(definitions).map(([type, definition]) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...definition,
}))
