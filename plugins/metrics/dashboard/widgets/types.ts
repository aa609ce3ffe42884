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
}

/** The kinds of widgets of this plugin; the server knows the same ones. */
export const types: readonly WidgetType[] = widgetNames.map((type) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...kinds[type],
}))
