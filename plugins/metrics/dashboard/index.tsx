import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { costPage, overviewPage, trafficPage } from './pages.ts'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'metrics',
  pages: [overviewPage, trafficPage, costPage],
  widgets: widgetTypes,
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
  slots: [
    fill(serverTabs, { id: 'metrics', order: 10, title: 'charts.title', component: () => import('./metrics-tab.tsx') }),
    fill(serverTabs, {
      id: 'traffic',
      order: 20,
      title: 'traffic.title',
      component: () => import('./traffic/traffic-tab.tsx'),
    }),
  ],
})
