import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'POST /api/servers/:id/upgrade': 'admin',
  'GET /api/servers/:id/upgrades': 'admin',
  'GET /api/agent/latest-version': 'member',
  'GET /api/agent/versions': 'admin',
  'GET /api/upgrade-rollouts': 'admin',
  'POST /api/upgrade-rollouts': 'admin',
  'POST /api/upgrade-rollouts/:id/cancel': 'admin',
  'GET /api/settings/upgrade': 'member',
  'PUT /api/settings/upgrade': 'admin',
})
