import type { WidgetType } from '@svc/dashboard-sdk'
import { type WidgetName, widgetNames } from '@svc/plugin-metrics/widgets'

/** What is said of a kind of widget apart from its names, which are texts: `widget.<type>.name` and `.description`. */
type Kind = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const kinds: Readonly<Record<WidgetName, Kind>> = {
  'stat-number': {
    category: 'Real-time',
    sizing: { defaultW: 2, defaultH: 1, minW: 2, minH: 1, maxW: 2, maxH: 1, strategy: 'fixed' },
    load: () => import('./stat-number.js'),
  },
  'metric-card': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 3, maxW: 6, maxH: 6, strategy: 'free' },
    load: () => import('./metric-card.js'),
  },
  gauge: {
    category: 'Real-time',
    sizing: { defaultW: 2, defaultH: 2, minW: 2, minH: 2, maxW: 6, maxH: 6, strategy: 'aspect-square' },
    load: () => import('./gauge.js'),
  },
  'line-chart': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./line-chart.js'),
  },
  'multi-line': {
    category: 'Charts',
    sizing: { defaultW: 8, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./multi-line.js'),
  },
  'top-n': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 2, minW: 3, minH: 2, maxW: 6, maxH: 8, strategy: 'content-height' },
    load: () => import('./top-n.js'),
  },
  'server-cards': {
    category: 'Real-time',
    sizing: { defaultW: 12, defaultH: 6, minW: 4, minH: 3, strategy: 'content-height' },
    load: () => import('./server-cards.js'),
  },
  'traffic-bar': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./traffic-bar.js'),
  },
  'disk-io': {
    category: 'Charts',
    sizing: { defaultW: 6, defaultH: 4, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
    load: () => import('./disk-io.js'),
  },
  'uptime-timeline': {
    category: 'Status',
    sizing: { defaultW: 8, defaultH: 3, minW: 4, minH: 2, maxW: 12, maxH: 6, strategy: 'free' },
    load: () => import('./uptime-timeline.js'),
  },
}

/** The kinds of widgets of this plugin; the server knows the same ones. */
export const types: readonly WidgetType[] = widgetNames.map((type) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...kinds[type],
}))
