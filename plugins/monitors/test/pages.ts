import { definePages } from '@svc/e2e/pages'

export default definePages({
  async prepare({ admin, server }) {
    const monitor = { name: 'This server', monitor_type: 'tcp', target: new URL(server.url).host }
    const { id: monitorId } = await admin.send<{ id: string }>('POST', '/api/service-monitors', monitor)
    return { monitorId }
  },
  pages: [
    { name: 'service-monitors', path: '/service-monitors', heading: ['Service monitors', '服务监控'] },
    {
      name: 'settings-service-monitors',
      path: '/settings/service-monitors',
      heading: ['Service monitors', '服务监控'],
    },
    {
      name: 'service-monitor',
      path: ({ monitorId }) => `/service-monitors/${monitorId}`,
      heading: ['This server', 'This server'],
    },
  ],
})
