import { defineDashboard, fill, homeSections, paletteSources } from '@svc/dashboard-sdk'
import { boardsPath } from './board/boards-path.ts'
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
  slots: [
    fill(homeSections, {
      id: 'dashboards',
      order: 40,
      data: [{ path: boardsPath }],
      component: () => import('./home/board-links.tsx'),
    }),
    fill(paletteSources, { id: 'dashboards', order: 30, component: () => import('./home/palette-boards.tsx') }),
  ],
  widgetHost: () => import('./host/install-runtime.ts'),
})
