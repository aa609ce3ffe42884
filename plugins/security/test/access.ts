import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/security/events': 'member',
  'GET /api/security/events/:id': 'member',
  'DELETE /api/security/events/:id': 'admin',
  'GET /api/security/stats': 'member',
  'GET /api/security/timeline': 'member',
  'GET /api/servers/:id/security': 'member',
})
