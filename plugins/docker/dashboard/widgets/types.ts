import type { WidgetType } from '@svc/dashboard-sdk'

/** The texts of a widget type are `widget.<type>.name` and `.description`. */
type Details = Pick<WidgetType, 'category' | 'sizing' | 'load'>

const details: Readonly<Record<string, Details>> = {
  'docker-containers': {
    category: 'Real-time',
    sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 3, maxW: 12, maxH: 12, strategy: 'free' },
    load: () => import('./docker-containers.tsx'),
  },
  'docker-stat': {
    category: 'Real-time',
    sizing: { defaultW: 3, defaultH: 2, minW: 2, minH: 2, maxW: 6, maxH: 4, strategy: 'free' },
    load: () => import('./docker-stat.tsx'),
  },
}

/** The widget types of this plugin, as in `svc.widgets` of its package.json. */
export const types: readonly WidgetType[] = Object.entries(details).map(([type, detail]) => ({
  type,
  name: `widget.${type}.name`,
  description: `widget.${type}.description`,
  ...detail,
}))
