import { definePages } from '@svc/e2e/pages'

export default definePages({
  async prepare({ admin, serverId }) {
    const page = { enabled: true, title: 'Example status', description: 'All of Example.', content: '**Hello**' }
    await admin.send('PUT', '/api/status-page', page)
    const incident = { title: 'Disk failure', severity: 'major', server_ids_json: [serverId], is_public: true }
    const { id: incidentId } = await admin.send<{ id: string }>('POST', '/api/incidents', {
      ...incident,
      message: 'Looking.',
    })
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const weekly = {
      title: 'Weekly updates',
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
      timezone: 'Europe/Berlin',
      is_public: true,
    }
    await admin.send('POST', '/api/maintenances', { ...weekly, start_at: at(24), end_at: at(26) })
    return { incidentId }
  },
  pages: [
    { name: 'status', path: '/status', who: 'nobody', heading: ['1 active incident', '1 个进行中的故障事件'] },
    {
      name: 'status-server',
      path: ({ serverId }) => `/status/server/${serverId}`,
      who: 'nobody',
      heading: ['web-1', 'web-1'],
    },
    { name: 'status-history', path: '/status/history', who: 'nobody', heading: ['History', '历史'] },
    { name: 'settings-status', path: '/settings/status-pages', heading: ['Status page', '状态页'] },
    {
      name: 'settings-status-incidents',
      path: '/settings/status-pages?tab=incidents',
      heading: ['Status page', '状态页'],
    },
    {
      name: 'settings-status-maintenance',
      path: '/settings/status-pages?tab=maintenance',
      heading: ['Status page', '状态页'],
    },
    {
      name: 'settings-status-subscribers',
      path: '/settings/status-pages?tab=subscribers',
      heading: ['Status page', '状态页'],
    },
    {
      name: 'settings-status-incident',
      path: ({ incidentId }) => `/settings/status-pages/incidents/${incidentId}`,
      heading: ['Disk failure', 'Disk failure'],
    },
  ],
})
