import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { AgentPluginView } from '../agent-plugin-schema.ts'
import { ServerParams } from '../server-schema.ts'

export const agentPluginRoutes =
  (of: (serverId: string) => AgentPluginView[]): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/agent-plugins',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'The plugins from the folder of a host that its agent runs, or why it does not',
          params: ServerParams,
          response: { 200: data(Type.Array(AgentPluginView)) },
        },
      },
      async (req) => ({ data: of(req.visibleServer.id) }),
    )
  }
