import { defineDashboard, fill, pageBanners } from '@svc/dashboard-sdk'

export default defineDashboard({
  plugin: 'demo',
  slots: [fill(pageBanners, { id: 'demo', order: 10, component: () => import('./demo-banner.tsx') })],
})
