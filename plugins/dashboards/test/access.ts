import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/dashboards': 'member',
  'GET /api/dashboards/default': 'member',
  'GET /api/dashboards/:id': 'member',
  'GET /api/dashboards/:id/export': 'member',
  'POST /api/dashboards': 'admin',
  'POST /api/dashboards/import': 'admin',
  'POST /api/dashboards/:id/copy': 'admin',
  'PUT /api/dashboards/:id': 'admin',
  'PATCH /api/dashboards/:id/widgets/:widgetId/config': 'admin',
  'DELETE /api/dashboards/:id': 'admin',
})
