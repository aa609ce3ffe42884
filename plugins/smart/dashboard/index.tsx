import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

/** The bit of the capability. */
const bit = 1 << 13

export default defineDashboard({
  plugin: 'smart',
  slots: [
    fill(serverTabs, {
      id: 'smart',
      order: 84,
      title: 'tab.title',
      group: 'watch',
      when: ({ server }) => server !== undefined && (server.capabilities & bit) !== 0,
      component: () => import('./smart-tab.tsx'),
    }),
  ],
})
