import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/servers/:id/cost-insights': 'member',
  'GET /api/cost/overview': 'member',
  'GET /api/servers/:id/traffic': 'member',
  'GET /api/servers/:id/uptime-daily': 'member',
  'GET /api/servers/:id/uptime': 'member',
  'GET /api/traffic/calendar': 'member',
  'GET /api/traffic/overview': 'member',
  'GET /api/traffic/overview/daily': 'member',
  'GET /api/traffic/:server_id/daily': 'member',
  'GET /api/traffic/:server_id/cycle': 'member',
})
