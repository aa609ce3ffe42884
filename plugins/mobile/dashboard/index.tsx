import { defineDashboard } from '@svc/dashboard-sdk'
import { mobileDevicesPage } from './pages.ts'

export default defineDashboard({
  plugin: 'mobile',
  pages: [mobileDevicesPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
})
