import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'metrics',
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  slots: [
    fill(serverTabs, { id: 'metrics', order: 10, title: 'charts.title', component: () => import('./metrics-tab.js') }),
  ],
})
