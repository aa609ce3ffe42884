import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverActions } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { filesPage } from './pages.ts'

export default defineDashboard({
  plugin: 'files',
  pages: [filesPage],
  slots: [
    fill(serverActions, {
      id: 'files.open',
      order: 20,
      when: ({ server }) => server.online && (server.capabilities & capabilityBits.file) !== 0,
      component: () => import('./open-item.tsx'),
    }),
  ],
})
