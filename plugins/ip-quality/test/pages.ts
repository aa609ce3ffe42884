import { definePages } from '@svc/e2e/pages'
import { simulateChecks } from '../e2e/simulated-checks.ts'

export default definePages({
  async prepare({ server, admin, later }) {
    const host = await simulateChecks(server.url, admin, 'edge-1', '8.8.4.4')
    later(host.close)
    return { edgeId: host.id }
  },
  pages: [
    { name: 'ip-quality', path: '/ip-quality', heading: ['IP quality', 'IP 质量'] },
    { name: 'ip-quality-no-match', path: '/ip-quality?q=nothing', heading: ['IP quality', 'IP 质量'] },
    { name: 'ip-quality-settings', path: '/settings/ip-quality', heading: ['IP quality checks', 'IP 质量检测'] },
    {
      name: 'server-ip-quality',
      path: ({ edgeId }) => `/servers/${edgeId}?tab=ip-quality`,
      heading: ['edge-1', 'edge-1'],
    },
    {
      name: 'server-ip-quality-real',
      path: ({ serverId }) => `/servers/${serverId}?tab=ip-quality`,
      heading: ['web-1', 'web-1'],
    },
  ],
})
