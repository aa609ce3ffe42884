import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverBadges, serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { upgradesPage } from './pages.ts'

export default defineDashboard({
  plugin: 'upgrade',
  pages: [upgradesPage],
  slots: [
    fill(serverBadges, {
      id: 'upgrade',
      order: 60,
      when: ({ where }) => where === 'header',
      component: () => import('./newer-badge.tsx'),
    }),
    fill(serverTabs, {
      id: 'upgrade',
      order: 30,
      title: 'tab.title',
      group: 'manage',
      component: () => import('./upgrade-tab.tsx'),
    }),
  ],
})
