import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'GET /api/servers/:id/docker/containers': 'member',
  'GET /api/servers/:id/docker/containers/:cid': 'member',
  'GET /api/servers/:id/docker/stats': 'member',
  'GET /api/servers/:id/docker/info': 'member',
  'GET /api/servers/:id/docker/events': 'member',
  'GET /api/servers/:id/docker/networks': 'member',
  'GET /api/servers/:id/docker/volumes': 'member',
  'GET /api/servers/:id/docker/images': 'member',
  'POST /api/servers/:id/docker/containers/:cid/action': 'admin',
  'WS /api/ws/docker/logs/:server_id': 'adminLive',
})
