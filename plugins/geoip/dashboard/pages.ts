import { definePage } from '@svc/dashboard-sdk'
import { MapPinned } from 'lucide-react'

export const geoipPage = definePage({
  id: 'geoip.status',
  path: '/settings/geoip',
  title: 'geoip.title',
  access: 'admin',
  nav: { group: 'settings', section: 'monitoring', icon: MapPinned, order: 40, hint: 'geoip.hint' },
  load: () => import('./geoip-page.tsx'),
})
