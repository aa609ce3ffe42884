import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'POST /api/servers/:id/traceroute': 'admin',
  'GET /api/servers/:id/traceroute': 'member',
  'DELETE /api/servers/:id/traceroute': 'admin',
  'GET /api/servers/:id/traceroute/:request_id': 'member',
  'DELETE /api/servers/:id/traceroute/:request_id': 'admin',
  'POST /api/servers/:id/traceroute/:request_id/cancel': 'admin',
})
