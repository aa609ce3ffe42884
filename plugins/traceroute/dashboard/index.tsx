import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { tracerouteTab } from './pages.ts'

export default defineDashboard({
  plugin: 'traceroute',
  slots: [
    fill(serverTabs, {
      id: tracerouteTab,
      order: 16,
      title: 'tab.title',
      group: 'watch',
      component: () => import('./tab/traceroute-tab.tsx'),
    }),
  ],
})
