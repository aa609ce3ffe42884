import { defineDashboard } from '@svc/dashboard-sdk'
import { boardPage } from './pages.ts'

export default defineDashboard({
  plugin: 'dashboards',
  pages: [boardPage],
  widgets: [
    {
      type: 'markdown',
      name: 'markdown.name',
      description: 'markdown.description',
      category: 'Status',
      sizing: { defaultW: 4, defaultH: 3, minW: 2, minH: 2, strategy: 'free' },
      load: () => import('./widgets/markdown.tsx'),
    },
  ],
  widgetHost: () => import('./host/install-runtime.ts'),
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
})
