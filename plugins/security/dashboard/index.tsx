import { defineDashboard, fill, watchers } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { securityPage, securityTab, serverSecurityPage } from './pages.ts'

export default defineDashboard({
  plugin: 'security',
  pages: [securityPage, serverSecurityPage],
  slots: [
    fill(serverTabs, {
      id: securityTab,
      order: 10,
      title: 'tab.title',
      group: 'protect',
      when: ({ server }) => server !== undefined && (server.capabilities & capabilityBits.security_events) !== 0,
      component: () => import('./server-security.tsx'),
    }),
    fill(watchers, { id: 'security', order: 10, component: () => import('./security-watcher.tsx') }),
  ],
})
