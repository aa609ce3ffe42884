import { type Static, Type } from '@sinclair/typebox'
import { data, Nullable, OneOf, type Routes } from '@svc/plugin-sdk'
import { ServerParams } from '../server-schema.ts'

const AgentPluginView = Type.Object({
  name: Type.String(),
  version: Nullable(Type.String()),
  state: OneOf('running', 'denied', 'refused', 'failed'),
  reason: Nullable(Type.String()),
})
/** A plugin that a host allows besides those of the agent. */
export type AgentPluginView = Static<typeof AgentPluginView>

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
