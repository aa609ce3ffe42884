import { defineDashboard } from '@svc/dashboard-sdk'
import { mobileDevicesPage } from './pages.ts'

export default defineDashboard({
  plugin: 'mobile',
  pages: [mobileDevicesPage],
})
