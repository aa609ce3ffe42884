import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/settings/backup': 'admin',
  'POST /api/settings/backup': 'admin',
  'POST /api/settings/restore': 'admin',
})
