import { defineDashboard } from '@svc/dashboard-sdk'
import { appearancePage, auditLogPage, generalPage, pluginsPage, rateLimitsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'system',
  pages: [generalPage, appearancePage, pluginsPage, auditLogPage, rateLimitsPage],
})
