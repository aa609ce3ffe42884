import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'WS /api/ws/terminal/:server_id': 'adminLive',
  'POST /api/terminal/passkeys/:server_id': 'admin',
  'GET /api/terminal/settings': 'admin',
  'PUT /api/terminal/settings': 'admin',
  'GET /api/terminal/recordings': 'admin',
  'GET /api/terminal/recordings/:id': 'admin',
  'GET /api/terminal/recordings/:id/cast': 'admin',
  'DELETE /api/terminal/recordings/:id': 'admin',
})
