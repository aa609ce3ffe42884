import { defineDashboard } from '@svc/dashboard-sdk'
import { auditLogPage, pluginsPage, rateLimitsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'system',
  pages: [pluginsPage, auditLogPage, rateLimitsPage],
})
