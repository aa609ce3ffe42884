import { definePage } from '@svc/dashboard-sdk'
import { Puzzle } from 'lucide-react'

export const widgetsPage = definePage({
  id: 'widgets.modules',
  path: '/settings/widgets',
  title: 'widgets.title',
  access: 'admin',
  nav: { group: 'settings', icon: Puzzle, order: 70 },
  search: ({ q = '' }) => ({ q }),
  load: () => import('./widgets-page.tsx'),
})
