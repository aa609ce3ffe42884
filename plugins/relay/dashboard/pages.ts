import { definePage } from '@svc/dashboard-sdk'
import { BellDot } from 'lucide-react'

export const pushPage = definePage({
  id: 'relay.push',
  path: '/settings/push',
  title: 'push.title',
  nav: { group: 'settings', section: 'account', icon: BellDot, order: 40, hint: 'push.hint' },
  load: () => import('./push-page.tsx'),
})
