import { defineDashboard } from '@svc/dashboard-sdk'
import { widgetsPage } from './pages.ts'

export default defineDashboard({
  plugin: 'widgets',
  pages: [widgetsPage],
  widgetSource: async () => {
    const source = await import('./host/modules.ts')
    await source.default.opened()
    return source
  },
})
