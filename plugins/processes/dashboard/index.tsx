import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'processes',
  slots: [
    fill(serverTabs, {
      id: 'processes',
      order: 30,
      title: 'tab.title',
      group: 'watch',
      component: () => import('./processes-tab.tsx'),
    }),
  ],
})
