import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { sourceActions } from '@svc/plugin-security/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { firewallPage, firewallTab } from './pages.ts'

export default defineDashboard({
  plugin: 'firewall',
  pages: [firewallPage],
  slots: [
    fill(serverTabs, {
      id: firewallTab,
      order: 15,
      title: 'tab.title',
      group: 'protect',
      when: ({ server }) => server !== undefined && (server.capabilities & capabilityBits.firewall_block) !== 0,
      component: () => import('./tab/server-firewall.tsx'),
    }),
    fill(sourceActions, { id: 'firewall', order: 10, component: () => import('./form/block-source.tsx') }),
  ],
})
