import type { WidgetType } from '@svc/dashboard-sdk'

/** Name and description are locale keys: `widget.<type>.name` and `.description`. */
type WidgetDefinition = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const definitions: Readonly<Record<string, WidgetDefinition>> = {
  'metric-card': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 3, maxW: 6, maxH: 6, strategy: 'free' },
    load: () => import('./metric-card.tsx'),
  },
  gauge: {
    category: 'Real-time',
    sizing: { defaultW: 2, defaultH: 2, minW: 2, minH: 2, maxW: 6, maxH: 6, strategy: 'aspect-square' },
    load: () => import('./gauge.tsx'),
  },
  'line-chart': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./line-chart.tsx'),
  },
  'multi-line': {
    category: 'Charts',
    sizing: { defaultW: 8, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./multi-line.tsx'),
  },
  'disk-io': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./disk-io.tsx'),
  },
}

/** The widget types of this plugin, as in `svc.widgets` of its package.json. */
export const widgetTypes: readonly WidgetType[] = Object.entries(definitions).map(([type, definition]) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...definition,
}))
