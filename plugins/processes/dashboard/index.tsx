import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { metricsSections } from '@svc/plugin-metrics/dashboard/pages'

export default defineDashboard({
  plugin: 'processes',
  slots: [fill(metricsSections, { id: 'processes', order: 50, component: () => import('./processes-section.tsx') })],
})
