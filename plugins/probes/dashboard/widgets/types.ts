import type { WidgetType } from '@svc/dashboard-sdk'

/** The texts of a widget type are `widget.<type>.name` and `.description`. */
type Details = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const details: Readonly<Record<string, Details>> = {
  'network-latency': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./network-latency.tsx'),
  },
  'network-quality': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 3, maxW: 8, maxH: 8, strategy: 'free' },
    load: () => import('./network-quality.tsx'),
  },
  'network-overview': {
    category: 'Status',
    sizing: { defaultW: 8, defaultH: 5, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./network-overview.tsx'),
  },
}

/** The widget types of this plugin, as in `svc.widgets` of its package.json. */
export const types: readonly WidgetType[] = Object.entries(details).map(([type, detail]) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...detail,
}))
