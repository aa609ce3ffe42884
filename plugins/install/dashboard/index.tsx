import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { installMethods } from '@svc/plugin-enrollment/dashboard/pages'

export default defineDashboard({
  plugin: 'install',
  pages: [],
  slots: [fill(installMethods, { id: 'install', order: 10, component: () => import('./install-methods.tsx') })],
})
