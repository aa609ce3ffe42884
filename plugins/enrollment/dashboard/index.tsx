import { defineDashboard, fill, paletteSources } from '@svc/dashboard-sdk'
import { auditLinks } from '@svc/plugin-system/dashboard/pages'
import { capabilitiesPage, serverPage, serversPage } from './pages.ts'

export default defineDashboard({
  plugin: 'enrollment',
  pages: [serversPage, serverPage, capabilitiesPage],
  slots: [
    fill(auditLinks, { id: 'enrollment.server', order: 10, component: () => import('./server/audit-link.tsx') }),
    fill(paletteSources, { id: 'enrollment', order: 20, component: () => import('./palette-servers.tsx') }),
  ],
})
