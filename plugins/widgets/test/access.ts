import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/widget-modules': 'member',
  'GET /api/widget-modules/:id/*': 'member',
  'POST /api/widget-modules': 'admin',
  'PUT /api/widget-modules/:id': 'admin',
  'DELETE /api/widget-modules/:id': 'admin',
})
