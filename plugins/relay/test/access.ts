import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /page/relay/*': 'public',
  'GET /api/mobile/push/settings': 'phone',
  'PUT /api/mobile/push/settings': 'phone',
  'POST /api/mobile/push/encrypted-register': 'phone',
  'POST /api/mobile/push/register': 'phone',
  'POST /api/mobile/push/unregister': 'phone',
  'POST /api/mobile/push/test': 'phone',
  'GET /api/mobile/push/test/:event_id': 'phone',
  'GET /api/web-push': 'member',
  'PUT /api/web-push/preferences': 'member',
  'POST /api/web-push/browsers': 'member',
  'DELETE /api/web-push/browsers/:id': 'member',
  'POST /api/web-push/browsers/:id/test': 'member',
  'GET /api/web-push/browsers/:id/tests/:event_id': 'member',
})
