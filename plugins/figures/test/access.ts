import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/servers/:id/figures': 'member',
  'GET /api/servers/:id/figures/history': 'member',
})
