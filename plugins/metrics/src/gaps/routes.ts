import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { TimeRange, timeRange } from '../query.ts'
import { visibleServer } from '../visible-server.ts'
import { GapView } from './gap-schema.ts'

const maxDays = 400
const minuteMs = 60_000

/** `read` returns the gaps between two minutes, both inclusive, as a serialized JSON array. */
export const gapRoutes =
  (servers: Pick<Servers, 'get'>, read: (server: Server, from: number, to: number) => Promise<string>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/gaps',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Gaps in the records of a server and their causes, ascending by time',
          params: Type.Object({ id: Type.String() }),
          querystring: TimeRange(`at most ${maxDays} days after \`from\``),
          response: { 200: data(Type.Array(GapView)) },
        },
      },
      async ({ params, query, principal }, reply) => {
        const server = visibleServer(servers, params.id, principal)
        const { from, to } = timeRange(query, () => maxDays)
        const text = await read(server, Math.ceil(from / minuteMs), Math.floor(to / minuteMs))
        return reply.type('application/json; charset=utf-8').send(`{"data":${text}}` as never)
      },
    )
  }
