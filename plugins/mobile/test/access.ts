import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'POST /api/mobile/auth/login': 'public',
  'POST /api/mobile/auth/refresh': 'public',
  'POST /api/mobile/auth/revoke': 'public',
  'POST /api/mobile/auth/recover': 'public',
  'POST /api/mobile/auth/pair': 'public',
  'POST /api/mobile/auth/logout': 'phone',
  'GET /api/mobile/auth/devices': 'member',
  'DELETE /api/mobile/auth/devices/:id': 'member',
  'POST /api/mobile/pair': 'member',
})
