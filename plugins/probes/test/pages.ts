import { countedWeb } from '@svc/e2e/counted-web'
import { definePages } from '@svc/e2e/pages'
import { until } from '@svc/e2e/until'

export default definePages({
  async prepare({ admin, serverId, later }) {
    await admin.send('PUT', `/api/servers/${serverId}/network-probes/targets`, {
      target_ids: ['intl-cloudflare', 'cn-bj-ct'],
    })
    const web = await countedWeb()
    later(web.close)
    const task = { name: 'Near', probe_type: 'tcp', target: `${web.address}:${web.port}`, interval: 5 }
    const { id: pingTaskId } = await admin.send<{ id: string }>('POST', '/api/ping-tasks', task)
    const range = [-3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const results = `/api/ping-tasks/${pingTaskId}/records?from=${range[0]}&to=${range[1]}`
    await until('a ping', async () => (await admin.get<unknown[]>(results)).length > 0)
    return { pingTaskId }
  },
  pages: [
    { name: 'network', path: '/network', heading: ['Network', '网络'] },
    {
      name: 'server-network',
      path: ({ serverId }) => `/servers/${serverId}?tab=network`,
      heading: ['web-1', 'web-1'],
    },
    // redirects to the tab
    { name: 'network-of-server', path: ({ serverId }) => `/network/${serverId}`, heading: ['web-1', 'web-1'] },
    { name: 'network-probes', path: '/settings/network-probes', heading: ['Network probes', '网络探测'] },
    {
      name: 'network-setting',
      path: '/settings/network-probes?tab=setting',
      heading: ['Default targets', '默认目标'],
    },
    { name: 'ping-tasks', path: '/settings/ping-tasks', heading: ['Ping tasks', 'Ping 任务'] },
    {
      name: 'ping-results',
      path: ({ pingTaskId }) => `/settings/ping-tasks?task=${pingTaskId}`,
      heading: ['Latency', '延迟'],
    },
  ],
})
