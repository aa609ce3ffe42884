import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/service-monitors': 'member',
  'POST /api/service-monitors': 'admin',
  'GET /api/service-monitors/beats': 'member',
  'GET /api/push/:token': 'public',
  'POST /api/push/:token': 'public',
  'GET /api/service-monitors/:id': 'member',
  'PUT /api/service-monitors/:id': 'admin',
  'DELETE /api/service-monitors/:id': 'admin',
  'GET /api/service-monitors/:id/records': 'member',
  'GET /api/service-monitors/:id/summary': 'member',
  'POST /api/service-monitors/:id/check': 'admin',
})
