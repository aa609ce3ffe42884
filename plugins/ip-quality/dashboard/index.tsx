import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { ipQualityPage, ipQualitySettingsPage, ipQualityTab } from './pages.ts'

export default defineDashboard({
  plugin: 'ip-quality',
  pages: [ipQualityPage, ipQualitySettingsPage],
  slots: [
    fill(serverTabs, {
      id: ipQualityTab,
      order: 20,
      title: 'tab.title',
      group: 'protect',
      when: ({ server }) => server !== undefined && (server.capabilities & capabilityBits.ip_quality) !== 0,
      component: () => import('./server/server-tab.tsx'),
    }),
  ],
})
