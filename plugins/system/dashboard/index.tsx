import { defineDashboard } from '@svc/dashboard-sdk'
import { auditLogPage, pluginsPage, rateLimitsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'system',
  pages: [pluginsPage, auditLogPage, rateLimitsPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
})
