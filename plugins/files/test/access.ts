import { defineAccess } from '@svc/e2e/access'

export default defineAccess({
  'POST /api/files/:server_id/list': 'admin',
  'POST /api/files/:server_id/stat': 'admin',
  'POST /api/files/:server_id/read': 'admin',
  'POST /api/files/:server_id/write': 'admin',
  'POST /api/files/:server_id/delete': 'admin',
  'POST /api/files/:server_id/mkdir': 'admin',
  'POST /api/files/:server_id/move': 'admin',
  'POST /api/files/:server_id/download': 'admin',
  'POST /api/files/:server_id/upload': 'admin',
  'PUT /api/files/:server_id/upload/:transfer_id': 'admin',
  'GET /api/files/:server_id/stream': 'admin',
  'GET /api/files/:server_id/follow': 'admin',
  'GET /api/files/download/:transfer_id': 'admin',
  'GET /api/files/transfers': 'admin',
  'DELETE /api/files/transfers/:transfer_id': 'admin',
})
