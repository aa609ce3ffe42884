import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/ip-quality/services': 'member',
  'POST /api/ip-quality/services': 'admin',
  'PUT /api/ip-quality/services/:id': 'admin',
  'DELETE /api/ip-quality/services/:id': 'admin',
  'GET /api/ip-quality/overview': 'member',
  'GET /api/ip-quality/servers/:id': 'member',
  'GET /api/ip-quality/servers/:id/history': 'member',
  'POST /api/ip-quality/servers/:id/check': 'admin',
  'GET /api/ip-quality/events': 'member',
  'GET /api/ip-quality/settings': 'member',
  'PUT /api/ip-quality/settings': 'admin',
})
