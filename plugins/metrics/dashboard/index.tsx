import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { cardFigures, fleetTiles, fleetTotals, serverGauges, serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { generalSections } from '@svc/plugin-system/dashboard/pages'
import { columns } from './fleet/server-columns.ts'
import { costPage, trafficPage } from './pages.ts'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'metrics',
  pages: [trafficPage, costPage],
  widgets: widgetTypes,
  slots: [
    ...columns,
    fill(cardFigures, { id: 'metrics', order: 10, component: () => import('./fleet/card-usage.tsx') }),
    fill(fleetTiles, { id: 'metrics', order: 10, component: () => import('./fleet/usage-tiles.tsx') }),
    fill(fleetTotals, { id: 'metrics', order: 10, component: () => import('./fleet/fleet-totals.tsx') }),
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
      component: () => import('./metrics-tab.tsx'),
    }),
    fill(serverTabs, {
      id: 'resources',
      order: 12,
      title: 'resources.title',
      group: 'watch',
      component: () => import('./resources/resources-tab.tsx'),
    }),
    fill(serverTabs, {
      id: 'traffic',
      order: 20,
      title: 'traffic.title',
      group: 'watch',
      component: () => import('./traffic/traffic-tab.tsx'),
    }),
    fill(serverTabs, {
      id: 'cost',
      order: 25,
      title: 'cost.title',
      group: 'watch',
      component: () => import('./cost/cost-tab.tsx'),
    }),
  ],
})
