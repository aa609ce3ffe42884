import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/ping-tasks': 'member',
  'POST /api/ping-tasks': 'admin',
  'GET /api/ping-tasks/:id': 'member',
  'PUT /api/ping-tasks/:id': 'admin',
  'DELETE /api/ping-tasks/:id': 'admin',
  'GET /api/ping-tasks/:id/records': 'member',
  'GET /api/ping-tasks/:id/series': 'member',
  'GET /api/network-probes/targets': 'member',
  'POST /api/network-probes/targets': 'admin',
  'PUT /api/network-probes/targets/:id': 'admin',
  'DELETE /api/network-probes/targets/:id': 'admin',
  'GET /api/network-probes/setting': 'member',
  'PUT /api/network-probes/setting': 'admin',
  'PUT /api/network-probes/assignments': 'admin',
  'GET /api/network-probes/overview': 'member',
  'GET /api/servers/:id/network-probes/targets': 'member',
  'PUT /api/servers/:id/network-probes/targets': 'admin',
  'GET /api/servers/:id/network-probes/records': 'member',
  'GET /api/servers/:id/network-probes/summary': 'member',
  'GET /api/servers/:id/network-probes/anomalies': 'member',
})
