import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/geoip/status': 'member',
  'POST /api/geoip/download': 'admin',
})
