import { chartCode, defineDashboard, fill } from '@svc/dashboard-sdk'
import { cardFigures, serverGauges, serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { generalSections } from '@svc/plugin-system/dashboard/pages'
import { columns } from './fleet/server-columns.ts'
import { chartCards } from './pages.ts'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'metrics',
  widgets: widgetTypes,
  slots: [
    ...columns,
    fill(cardFigures, { id: 'metrics', order: 10, component: () => import('./fleet/card-usage.tsx') }),
    fill(serverGauges, { id: 'metrics', order: 10, component: () => import('./fleet/server-gauges.tsx') }),
    fill(generalSections, {
      id: 'limits',
      order: 10,
      title: 'limits.title',
      component: () => import('./limits/limits-card.tsx'),
    }),
    fill(serverTabs, {
      id: 'metrics',
      order: 10,
      title: 'charts.title',
      group: 'watch',
      opensWith: [{ slot: chartCards, count: Number.POSITIVE_INFINITY }],
      needs: [chartCode],
      component: () => import('./metrics-tab.tsx'),
    }),
    fill(serverTabs, {
      id: 'resources',
      order: 12,
      title: 'resources.title',
      group: 'watch',
      component: () => import('./resources/resources-tab.tsx'),
    }),
  ],
})
