import type { WidgetType } from '@svc/dashboard-sdk'
import { type WidgetName, widgetNames } from '@svc/plugin-probes/widgets'

/** What is said of a kind of widget apart from its names, which are texts: `widget.<type>.name` and `.description`. */
type Kind = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const kinds: Readonly<Record<WidgetName, Kind>> = {
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

/** The kinds of widgets of this plugin; the server knows the same ones. */
export const types: readonly WidgetType[] = widgetNames.map((type) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...kinds[type],
}))
