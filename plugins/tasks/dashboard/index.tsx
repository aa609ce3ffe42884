import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { bulkActions } from '@svc/plugin-enrollment/dashboard/pages'
import { taskPage, tasksPage } from './pages.ts'

export default defineDashboard({
  plugin: 'tasks',
  pages: [tasksPage, taskPage],
  slots: [fill(bulkActions, { id: 'tasks.run', order: 10, component: () => import('./bulk/run-command.tsx') })],
})
