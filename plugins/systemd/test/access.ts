import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/servers/:id/systemd': 'member',
})
