import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

/** The bit of the capability. */
const bit = 1 << 12

export default defineDashboard({
  plugin: 'systemd',
  slots: [
    fill(serverTabs, {
      id: 'systemd',
      order: 82,
      title: 'tab.title',
      group: 'watch',
      when: ({ server }) => server !== undefined && (server.capabilities & bit) !== 0,
      component: () => import('./systemd-tab.tsx'),
    }),
  ],
})
