import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { mayUseDocker, reachesDocker } from './has-docker.ts'
import { dockerPage, dockerTab } from './pages.ts'
import { types } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'docker',
  pages: [dockerPage],
  widgets: types,
  slots: [
    fill(serverTabs, {
      id: dockerTab,
      order: 10,
      title: 'tab.title',
      group: 'operate',
      when: ({ server }) => server !== undefined && mayUseDocker(server) && reachesDocker(server),
      component: () => import('./docker-tab.tsx'),
    }),
  ],
})
