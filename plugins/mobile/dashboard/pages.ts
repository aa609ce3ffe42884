import { definePage } from '@svc/dashboard-sdk'
import { Smartphone } from 'lucide-react'

export const mobileDevicesPage = definePage({
  id: 'mobile.devices',
  path: '/settings/mobile-devices',
  title: 'devices.title',
  nav: { group: 'settings', icon: Smartphone, order: 50 },
  load: () => import('./devices-page.tsx'),
})
