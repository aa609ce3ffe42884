import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/firewall/blocks': 'member',
  'GET /api/firewall/blocks/:id': 'member',
  'GET /api/firewall/stats': 'member',
  'GET /api/firewall/activity': 'member',
  'GET /api/firewall/check': 'admin',
  'POST /api/firewall/blocks': 'admin',
  'GET /api/firewall/protected': 'admin',
  'PATCH /api/firewall/blocks/:id': 'admin',
  'POST /api/firewall/blocks/batch-delete': 'admin',
  'POST /api/servers/:id/firewall/sync': 'admin',
  'POST /api/firewall/blocks/:id/confirm': 'admin',
  'DELETE /api/firewall/blocks/:id': 'admin',
})
