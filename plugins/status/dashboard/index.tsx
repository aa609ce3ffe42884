import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { alertActions } from '@svc/plugin-alerts/dashboard/pages'
import { incidentPage, statusPagesPage } from './pages.ts'

export default defineDashboard({
  plugin: 'status',
  pages: [statusPagesPage, incidentPage],
  slots: [
    fill(alertActions, { id: 'status.incident', order: 10, component: () => import('./incidents/alert-incident.tsx') }),
  ],
})
