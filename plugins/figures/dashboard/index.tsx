import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'figures',
  widgets: [
    {
      type: 'custom-metric',
      name: 'widget.name',
      description: 'widget.description',
      category: 'Charts',
      sizing: { defaultW: 6, defaultH: 4, minW: 3, minH: 2, maxW: 12, maxH: 8, strategy: 'free' },
      load: () => import('./figure-widget.tsx'),
    },
  ],
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
