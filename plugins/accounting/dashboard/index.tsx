import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { chartCards } from '@svc/plugin-metrics/dashboard/pages'
import { costPage, trafficPage } from './pages.ts'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'accounting',
  pages: [trafficPage, costPage],
  widgets: widgetTypes,
  slots: [
    fill(chartCards, { id: 'uptime', order: 10, component: () => import('./uptime-card.tsx') }),
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
