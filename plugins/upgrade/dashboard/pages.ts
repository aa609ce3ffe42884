import { definePage } from '@svc/dashboard-sdk'
import { CircleArrowUp } from 'lucide-react'

export const upgradesPage = definePage({
  id: 'upgrade.fleet',
  path: '/settings/upgrades',
  title: 'fleet.title',
  access: 'admin',
  nav: { group: 'settings', section: 'monitoring', icon: CircleArrowUp, order: 60, hint: 'fleet.hint' },
  load: () => import('./upgrades-page.tsx'),
})
