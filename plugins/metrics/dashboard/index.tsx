import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { costPage, trafficPage } from './pages.ts'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'metrics',
  pages: [trafficPage, costPage],
  widgets: widgetTypes,
  slots: [
    fill(serverTabs, {
      id: 'metrics',
      order: 10,
      title: 'charts.title',
      group: 'watch',
      component: () => import('./metrics-tab.tsx'),
    }),
    fill(serverTabs, {
      id: 'traffic',
      order: 20,
      title: 'traffic.title',
      group: 'watch',
      component: () => import('./traffic/traffic-tab.tsx'),
    }),
  ],
})
