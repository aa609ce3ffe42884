import { defineAccess } from '@svc/e2e/access'

export default defineAccess({ 'WS /api/ws/terminal/:server_id': 'adminLive' })
