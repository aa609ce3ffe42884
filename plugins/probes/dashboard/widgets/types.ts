import type { WidgetType } from '@svc/dashboard-sdk'

/** The kinds of widgets of this plugin; the server knows the same ones. */
export const types: readonly WidgetType[] = [
  {
    type: 'network-latency',
    name: 'widget.network-latency.name',
    description: 'widget.network-latency.description',
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./network-latency.js'),
  },
  {
    type: 'network-quality',
    name: 'widget.network-quality.name',
    description: 'widget.network-quality.description',
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 3, maxW: 8, maxH: 8, strategy: 'free' },
    load: () => import('./network-quality.js'),
  },
  {
    type: 'network-overview',
    name: 'widget.network-overview.name',
    description: 'widget.network-overview.description',
    category: 'Status',
    sizing: { defaultW: 8, defaultH: 5, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./network-overview.js'),
  },
]
