import { defineDashboard, fill, paletteSources } from '@svc/dashboard-sdk'
import { auditLinks } from '@svc/plugin-system/dashboard/pages'
import { capabilitiesPage, serverPage, serversPage } from './pages.ts'

export default defineDashboard({
  plugin: 'enrollment',
  pages: [serversPage, serverPage, capabilitiesPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
  slots: [
    fill(auditLinks, { id: 'enrollment.server', order: 10, component: () => import('./server/audit-link.tsx') }),
    fill(paletteSources, { id: 'enrollment', order: 20, component: () => import('./palette-servers.tsx') }),
  ],
})
