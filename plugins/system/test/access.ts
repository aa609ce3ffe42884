import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/about': 'public',
  'GET /api/plugins': 'member',
  'GET /api/session': 'always',
  'PUT /api/plugins/:id': 'admin',
  'GET /api/plugins/:id/settings': 'admin',
  'PUT /api/plugins/:id/settings': 'admin',
  'GET /api/audit-logs': 'admin',
  'DELETE /api/audit-logs': 'admin',
  'GET /api/audit-logs/options': 'admin',
  'GET /api/admin/rate-limit': 'admin',
  'POST /api/admin/rate-limit/reset': 'admin',
  'GET /api/settings/brand': 'public',
  'PUT /api/settings/brand': 'admin',
  'POST /api/settings/brand/logo': 'admin',
  'POST /api/settings/brand/favicon': 'admin',
  'GET /api/brand/logo': 'public',
  'GET /api/brand/favicon': 'public',
  'GET /api/settings': 'admin',
  'GET /api/settings/configuration': 'admin',
  'PUT /api/settings': 'admin',
})
