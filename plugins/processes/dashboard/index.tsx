import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverSections } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'processes',
  slots: [fill(serverSections, { id: 'processes', order: 50, component: () => import('./processes-section.tsx') })],
})
