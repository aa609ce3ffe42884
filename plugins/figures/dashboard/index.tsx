import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'figures',
  slots: [
    fill(serverTabs, {
      id: 'figures',
      order: 30,
      title: 'tab.title',
      group: 'watch',
      when: ({ server }) => server?.features.includes('figures') ?? false,
      component: () => import('./figures-tab.tsx'),
    }),
  ],
})
