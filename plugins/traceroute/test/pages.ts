import { definePages } from '@svc/e2e/pages'
import { traceTo, tracingAgent } from '../e2e/tracing-agent.ts'

export default definePages({
  async prepare({ server, admin, later }) {
    const agent = await tracingAgent(server.url, admin, 'trace-1')
    later(agent.close)
    const first = await traceTo(admin, agent.id, 'dns.example.com')
    const second = await traceTo(admin, agent.id, 'dns.example.com')
    const other = await tracingAgent(server.url, admin, 'trace-2')
    later(other.close)
    const third = await traceTo(admin, other.id, 'dns.example.com')
    return { traceId: agent.id, first, second, third, otherId: other.id }
  },
  pages: [
    {
      name: 'traceroute',
      path: ({ traceId, first }) => `/servers/${traceId}?tab=traceroute&trace=${first}`,
      heading: ['dns.example.com', 'dns.example.com'],
    },
    {
      name: 'traceroute-graph',
      path: ({ traceId, first }) => `/servers/${traceId}?tab=traceroute&trace=${first}&view=graph`,
      heading: ['dns.example.com', 'dns.example.com'],
    },
    {
      name: 'traceroute-map',
      path: ({ traceId, first }) => `/servers/${traceId}?tab=traceroute&trace=${first}&view=map`,
      heading: ['dns.example.com', 'dns.example.com'],
    },
    // redirects to the tab
    {
      name: 'traceroute-of-server',
      path: ({ traceId }) => `/servers/${traceId}/traceroute`,
      heading: ['dns.example.com', 'dns.example.com'],
    },
    { name: 'traceroutes', path: '/traceroute', heading: ['Traceroute', '路由追踪'] },
    {
      name: 'traceroute-changes',
      path: ({ traceId, first, second }) => `/traceroute?traces=${traceId}~${first},${traceId}~${second}`,
      heading: ['Traceroute', '路由追踪'],
    },
    {
      name: 'traceroute-several',
      path: ({ traceId, first, otherId, third }) => `/traceroute?traces=${traceId}~${first},${otherId}~${third}`,
      heading: ['Traceroute', '路由追踪'],
    },
  ],
})
