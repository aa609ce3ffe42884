import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { serverActions } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { passkeyPage, recordingPage, recordingsPage, terminalPage } from './pages.ts'

export default defineDashboard({
  plugin: 'terminal',
  pages: [terminalPage, passkeyPage, recordingsPage, recordingPage],
  slots: [
    fill(serverActions, {
      id: 'terminal.open',
      order: 10,
      when: ({ server }) => server.online && (server.capabilities & capabilityBits.terminal) !== 0,
      component: () => import('./open-item.tsx'),
    }),
  ],
})
