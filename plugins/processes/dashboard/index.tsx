import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { metricsSections } from '@svc/plugin-metrics/dashboard/pages'

export default defineDashboard({
  plugin: 'processes',
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  slots: [fill(metricsSections, { id: 'processes', order: 50, component: () => import('./processes-section.tsx') })],
})
