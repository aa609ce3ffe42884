import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /install.sh': 'public',
  'GET /install.ps1': 'public',
  'GET /install/:file': 'public',
  'GET /install/download/:version/:file': 'public',
  'GET /api/install': 'admin',
})
