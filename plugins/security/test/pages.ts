import { definePages } from '@svc/e2e/pages'
import { simulateSecurity } from '../e2e/simulated-security.ts'

export default definePages({
  async prepare({ server, admin, later }) {
    const host = await simulateSecurity(server.url, admin, 'edge-1')
    later(host.close)
    return { edgeId: host.id }
  },
  pages: [
    { name: 'security-events', path: '/security', heading: ['Security events', '安全事件'] },
    {
      name: 'security-filtered',
      path: '/security?span=7d&type=ssh_brute_force&source=203.0.113.9',
      heading: ['Security events', '安全事件'],
    },
    {
      name: 'security-empty',
      path: '/security?span=30d&severity=low&first=true&type=port_scan',
      heading: ['Security events', '安全事件'],
    },
    { name: 'server-security', path: ({ edgeId }) => `/servers/${edgeId}?tab=security`, heading: ['edge-1', 'edge-1'] },
    // Redirects to the tab.
    { name: 'server-security-forward', path: ({ serverId }) => `/security/${serverId}`, heading: ['web-1', 'web-1'] },
    { name: 'security-event', path: '/security?event=2', heading: ['Evidence', '证据'] },
  ],
})
