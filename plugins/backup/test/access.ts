import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/settings/backup': 'admin',
  'POST /api/settings/backup': 'admin',
  'POST /api/settings/backup/full': 'admin',
  'DELETE /api/settings/backup/former/:name': 'admin',
  'POST /api/settings/restore': 'admin',
  'GET /api/settings/backup/plans': 'admin',
  'POST /api/settings/backup/plans': 'admin',
  'GET /api/settings/backup/plans/:id': 'admin',
  'PUT /api/settings/backup/plans/:id': 'admin',
  'DELETE /api/settings/backup/plans/:id': 'admin',
  'POST /api/settings/backup/plans/:id/run': 'admin',
  'GET /api/settings/backup/plans/:id/runs': 'admin',
  'GET /api/settings/backup/plans/:id/backups': 'admin',
  'GET /api/settings/backup/plans/:id/backups/:name': 'admin',
  'DELETE /api/settings/backup/plans/:id/backups/:name': 'admin',
  'POST /api/settings/backup/plans/:id/backups/:name/restore': 'admin',
})
