import { definePage } from '@svc/dashboard-sdk'
import { Puzzle } from 'lucide-react'

export const widgetsPage = definePage({
  id: 'widgets.modules',
  path: '/settings/widgets',
  title: 'widgets.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: Puzzle, order: 20, hint: 'widgets.hint' },
  search: ({ q = '' }) => ({ q }),
  load: () => import('./widgets-page.tsx'),
})
