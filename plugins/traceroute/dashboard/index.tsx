import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { alertDetails } from '@svc/plugin-alerts/dashboard/pages'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { networkActions } from '@svc/plugin-probes/dashboard/pages'
import { serverTraceroutePage, tracerouteComparePage, tracerouteTab } from './pages.ts'

export default defineDashboard({
  plugin: 'traceroute',
  pages: [tracerouteComparePage, serverTraceroutePage],
  slots: [
    fill(serverTabs, {
      id: tracerouteTab,
      order: 16,
      title: 'tab.title',
      group: 'watch',
      component: () => import('./tab/traceroute-tab.tsx'),
    }),
    fill(networkActions, { id: 'traceroute', order: 10, component: () => import('./tab/traceroute-button.tsx') }),
    fill(alertDetails, { id: 'traceroute', order: 10, component: () => import('./alert/alert-path.tsx') }),
  ],
})
