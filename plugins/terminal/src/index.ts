import { Type } from '@sinclair/typebox'
import { agents } from '@svc/plugin-enrollment/contract'
import { credentialsRevoked, definePlugin, listen } from '@svc/plugin-sdk'
import { audit } from '@svc/plugin-system/contract'
import { makeTerminalSessions } from './sessions/terminal-sessions.ts'

const Size = Type.Integer({ minimum: 1, maximum: 1000 })

export default definePlugin({
  id: 'terminal',
  requires: { agents, audit },
  setup(core) {
    const sessions = makeTerminalSessions(core)
    return {
      on: [listen(credentialsRevoked, sessions.revoke)],
      routes: async (app) => {
        app.get(
          '/api/ws/terminal/:server_id',
          {
            websocket: true,
            config: {
              access: 'admin',
              server: 'server_id',
              capability: 'terminal',
              deniedAction: 'terminal_open_denied',
            },
            schema: {
              querystring: Type.Object({
                rows: Type.Optional(Size),
                cols: Type.Optional(Size),
                resumable: Type.Optional(Type.Boolean()),
                resume: Type.Optional(Type.String({ maxLength: 64 })),
              }),
            },
          },
          (socket, req) => sessions.accept(socket, req, req.visibleServer.id, req.query),
        )
      },
      close: sessions.close,
    }
  },
})
