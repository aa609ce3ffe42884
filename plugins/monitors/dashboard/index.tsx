import { defineDashboard, fill, homeFigures, homeProblems, navCounts, paletteSources } from '@svc/dashboard-sdk'
import { monitorPage, monitorSettingsPage, monitorsPage } from './pages.ts'
import { monitorsPath } from './paths.ts'

export default defineDashboard({
  plugin: 'monitors',
  pages: [monitorsPage, monitorSettingsPage, monitorPage],
  widgets: [
    {
      type: 'service-status',
      name: 'widget.name',
      description: 'widget.description',
      category: 'Status',
      sizing: { defaultW: 6, defaultH: 3, minW: 3, minH: 2, maxW: 12, maxH: 6, strategy: 'free' },
      load: () => import('./widgets/service-status.tsx'),
    },
  ],
  slots: [
    fill(homeFigures, { id: 'monitors', order: 30, component: () => import('./home/monitor-figure.tsx') }),
    fill(homeProblems, { id: 'monitors', order: 30, component: () => import('./home/failing-monitors.tsx') }),
    fill(navCounts, {
      id: monitorsPage.id,
      order: 20,
      data: [{ path: monitorsPath }],
      component: () => import('./home/nav-count.tsx'),
    }),
    fill(paletteSources, { id: 'monitors', order: 40, component: () => import('./home/palette-monitors.tsx') }),
  ],
})
