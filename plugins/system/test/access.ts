import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/about': 'public',
  'GET /api/plugins': 'member',
  'PUT /api/plugins/:id': 'admin',
  'GET /api/audit-logs': 'admin',
  'DELETE /api/audit-logs': 'admin',
  'GET /api/audit-logs/options': 'admin',
  'GET /api/admin/rate-limit': 'admin',
  'POST /api/admin/rate-limit/reset': 'admin',
  'GET /api/settings/brand': 'public',
  'PUT /api/settings/brand': 'admin',
})
