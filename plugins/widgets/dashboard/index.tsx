import { defineDashboard } from '@svc/dashboard-sdk'
import { widgetsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'widgets',
  pages: [widgetsPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
  widgetSource: async () => {
    const source = await import('./host/modules.ts')
    await source.default.opened()
    return source
  },
})
