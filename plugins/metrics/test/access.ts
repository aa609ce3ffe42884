import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/servers/:id/records': 'member',
  'GET /api/servers/:id/gpu-records': 'member',
  'GET /api/servers/:id/gaps': 'member',
  'GET /api/servers/:id/details': 'member',
  'GET /api/health-limits': 'member',
  'PUT /api/health-limits': 'admin',
})
