import { defineDashboard } from '@svc/dashboard-sdk'
import { auditLogPage, pluginsPage } from './pages.js'

export default defineDashboard({
  plugin: 'system',
  pages: [pluginsPage, auditLogPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
})
