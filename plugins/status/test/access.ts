import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/status-page': 'member',
  'PUT /api/status-page': 'admin',
  'GET /api/incidents': 'admin',
  'POST /api/incidents': 'admin',
  'GET /api/incidents/:id': 'admin',
  'PUT /api/incidents/:id': 'admin',
  'DELETE /api/incidents/:id': 'admin',
  'POST /api/incidents/:id/updates': 'admin',
  'PUT /api/incidents/:id/updates/:update_id': 'admin',
  'DELETE /api/incidents/:id/updates/:update_id': 'admin',
  'GET /api/maintenances': 'admin',
  'POST /api/maintenances': 'admin',
  'GET /api/maintenances/:id': 'admin',
  'PUT /api/maintenances/:id': 'admin',
  'DELETE /api/maintenances/:id': 'admin',
  'POST /api/maintenances/:id/end': 'admin',
  'GET /api/maintenance-schedule': 'admin',
})
