import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { networkPage, networkProbesPage, networkTab, pingTasksPage, serverNetworkPage } from './pages.ts'
import { types } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'probes',
  pages: [networkPage, serverNetworkPage, networkProbesPage, pingTasksPage],
  widgets: types,
  slots: [
    fill(serverTabs, {
      id: networkTab,
      order: 15,
      title: 'tab.title',
      group: 'watch',
      component: () => import('./tab/network-tab.tsx'),
    }),
  ],
})
