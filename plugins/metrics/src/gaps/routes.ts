import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { data, nameSchemas, parseTimeRange, type Routes, TimeRange, Timestamp } from '@svc/plugin-sdk'

/** Why a minute has no record; see `GapView`. */
export const causes = [
  'maintenance',
  'server_down',
  'plugin_disabled',
  'host_down',
  'agent_down',
  'link_down',
  'unknown',
] as const
export type Cause = (typeof causes)[number]

const GapView = Type.Object({
  from: Timestamp,
  /** exclusive */
  to: Timestamp,
  cause: Type.Union(
    causes.map((cause) => Type.Literal(cause)),
    {
      description:
        '`maintenance`: planned outage; `server_down`: the monitoring server was down or had just started; ' +
        '`plugin_disabled`: it ran without metrics; `host_down`: the host has restarted; `agent_down`: the agent has ' +
        'restarted; `link_down`: neither has restarted; `unknown`: no report since, or the agent start time is unknown',
    },
  ),
})

nameSchemas({ GapView })

/** `read` returns the gaps between two minutes, both inclusive, as a serialized JSON array. */
export const gapRoutes =
  (servers: Pick<Servers, 'require'>, read: (server: Server, from: number, to: number) => Promise<string>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/gaps',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Gaps in the records of a server and their causes, ascending by time',
          params: Type.Object({ id: Type.String() }),
          querystring: TimeRange(),
          response: { 200: data(Type.Array(GapView)) },
        },
      },
      async ({ params, query, principal }, reply) => {
        const server = servers.require(params.id, principal)
        const { from, to } = parseTimeRange(query)
        const text = await read(server, Math.ceil(from / 60), Math.floor(to / 60))
        return reply.type('application/json; charset=utf-8').send(`{"data":${text}}` as never)
      },
    )
  }
