import { defineDashboard } from '@svc/dashboard-sdk'

export default defineDashboard({
  plugin: 'monitors',
  pages: [],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
})
