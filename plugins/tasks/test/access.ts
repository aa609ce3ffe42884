import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/tasks': 'admin',
  'POST /api/tasks': 'admin',
  'GET /api/tasks/:id': 'admin',
  'PUT /api/tasks/:id': 'admin',
  'DELETE /api/tasks/:id': 'admin',
  'GET /api/tasks/:id/results': 'admin',
  'POST /api/tasks/:id/run': 'admin',
  'GET /api/tasks/:id/runs': 'admin',
  'POST /api/tasks/:id/runs': 'admin',
  'GET /api/tasks/:id/runs/:run_id': 'admin',
  'GET /api/tasks/:id/runs/:run_id/servers/:server_id': 'admin',
  'POST /api/tasks/:id/cancel': 'admin',
  'GET /api/task-schedule': 'admin',
})
