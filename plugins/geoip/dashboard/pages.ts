import { definePage } from '@svc/dashboard-sdk'
import { MapPinned } from 'lucide-react'

export const geoipPage = definePage({
  id: 'geoip.status',
  path: '/settings/geoip',
  title: 'geoip.title',
  access: 'admin',
  nav: { group: 'settings', icon: MapPinned, order: 60 },
  load: () => import('./geoip-page.tsx'),
})
