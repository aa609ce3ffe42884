import { defineDashboard } from '@svc/dashboard-sdk'
import { serverPage, serversPage } from './pages.js'

export default defineDashboard({
  plugin: 'enrollment',
  pages: [serversPage, serverPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
})
