import { defineDashboard } from '@svc/dashboard-sdk'
import { appearancePage, auditLogPage, generalPage, pluginSettingsPage, pluginsPage, rateLimitsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'system',
  pages: [generalPage, appearancePage, pluginsPage, pluginSettingsPage, auditLogPage, rateLimitsPage],
})
