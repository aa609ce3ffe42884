import { definePages } from '@svc/e2e/pages'

export default definePages({
  async prepare({ admin }) {
    const [server] = await admin.get<{ id: string }[]>('/api/servers')
    const { id: taskId } = await admin.send<{ id: string }>('POST', '/api/tasks', {
      name: 'Disk usage',
      command: 'df -h',
      task_type: 'scheduled',
      cron_expression: '0 0 3 * * *',
      server_ids: [server?.id],
    })
    return { taskId }
  },
  pages: [
    { name: 'settings-tasks', path: '/settings/tasks', heading: ['Tasks', '任务'] },
    { name: 'task', path: ({ taskId }) => `/settings/tasks/${taskId}`, heading: ['Disk usage', 'Disk usage'] },
  ],
})
