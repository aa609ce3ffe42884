import { definePage } from '@svc/dashboard-sdk'
import { Smartphone } from 'lucide-react'

export const mobileDevicesPage = definePage({
  id: 'mobile.devices',
  path: '/settings/mobile-devices',
  title: 'devices.title',
  nav: { group: 'settings', section: 'account', icon: Smartphone, order: 30, hint: 'devices.hint' },
  load: () => import('./devices-page.tsx'),
})
