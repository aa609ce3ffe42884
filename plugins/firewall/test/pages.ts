import { onboard } from '@svc/e2e/enrol'
import { definePages } from '@svc/e2e/pages'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { simulateFirewall } from '../e2e/simulated-firewall.ts'

const block = (admin: Session, target: string, more: object = {}) =>
  admin.send<{ id: string }>('POST', '/api/firewall/blocks', { target, ...more })

export default definePages({
  async prepare({ server, admin, later }) {
    const host = await simulateFirewall(server.url, admin, 'gate-1', {
      '198.51.100.200/32': 'it overlaps a name server of this host',
    })
    later(host.close)
    const denied = await onboard(admin, 'gate-2')
    const peer = await simulateAgent(server.url, denied.enrollment.code, undefined, { agent_local_capabilities: 256 })
    later(peer.close)
    const here = { cover_type: 'include', server_ids: [host.id] }
    await block(admin, '203.0.113.0/24', {
      comment: 'hosting provider of last week’s scans, reported to its abuse desk',
    })
    await block(admin, '2001:db8:8000:1234:5678:9abc:def0::/112', { ...here, expires_in: 30 * 86_400 })
    const rejected = await block(admin, '198.51.100.200', { ...here, expires_in: 3600 })
    await block(admin, '198.51.100.7', { cover_type: 'exclude', server_ids: [host.id], confirm_within: 600 })
    return { gateId: host.id, deniedId: denied.server_id, rejectedId: rejected.id }
  },
  pages: [
    { name: 'firewall', path: '/settings/firewall', heading: ['Firewall', '防火墙'] },
    { name: 'firewall-empty', path: '/settings/firewall?q=nobody&origin=auto', heading: ['Firewall', '防火墙'] },
    {
      name: 'firewall-block',
      path: ({ rejectedId }) => `/settings/firewall?block=${rejectedId}`,
      heading: ['Status on servers', '各服务器状态'],
    },
    { name: 'server-firewall', path: ({ gateId }) => `/servers/${gateId}?tab=firewall`, heading: ['gate-1', 'gate-1'] },
    {
      name: 'server-firewall-denied',
      path: ({ deniedId }) => `/servers/${deniedId}?tab=firewall`,
      heading: ['gate-2', 'gate-2'],
    },
  ],
})
