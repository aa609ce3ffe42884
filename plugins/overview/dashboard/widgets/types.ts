import type { WidgetType } from '@svc/dashboard-sdk'

/** Name and description are locale keys: `widget.<type>.name` and `.description`. */
type WidgetDefinition = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const definitions: Readonly<Record<string, WidgetDefinition>> = {
  'stat-number': {
    category: 'Real-time',
    sizing: { defaultW: 2, defaultH: 1, minW: 2, minH: 1, maxW: 2, maxH: 1, strategy: 'fixed' },
    load: () => import('./stat-number.tsx'),
  },
  'top-n': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 2, minW: 3, minH: 2, maxW: 6, maxH: 8, strategy: 'content-height' },
    load: () => import('./top-n.tsx'),
  },
  'server-cards': {
    category: 'Real-time',
    sizing: { defaultW: 12, defaultH: 6, minW: 4, minH: 3, strategy: 'content-height' },
    load: () => import('./server-cards.tsx'),
  },
}

/** The widget types of this plugin, as in `svc.widgets` of its package.json. */
export const widgetTypes: readonly WidgetType[] = Object.entries(definitions).map(([type, definition]) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...definition,
}))
