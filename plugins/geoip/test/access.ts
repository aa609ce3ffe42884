import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/geoip/status': 'member',
  'POST /api/geoip/download': 'admin',
  'GET /api/asn/status': 'member',
  'POST /api/asn/download': 'admin',
})
