import { definePage } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'

export const terminalPage = definePage({
  id: 'terminal.server',
  path: '/terminal/$serverId',
  title: 'page.title',
  access: 'admin',
  parent: serversPage,
  load: () => import('./terminal-page.tsx'),
})
