import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, fromTimestamp, invalid, notFound, type Routes, Timestamp } from '@svc/plugin-sdk'
import { columnSchemas, columns } from './columns.js'
import type { RecordRange } from './records-store.js'

const Record = Type.Object({
  id: Type.Integer({ description: 'row id: minute since the epoch << 20 | server number' }),
  server_id: Type.String(),
  time: Timestamp,
  ...columnSchemas(columns),
})

const instant = (which: string) => Type.String({ description: `RFC 3339 instant with offset; ${which}, inclusive` })

const Range = Type.Object({
  from: instant('start of the range'),
  to: instant('end of the range, at most 31 days after the start'),
  interval: Type.Optional(
    Type.String({ description: '`raw` or `auto` (the default; other values count as it). `hourly` is refused: 422' }),
  ),
})

const longestSeconds = 31 * 86_400

/** Milliseconds of a query's instant. An offset's plus sign that was not escaped arrives as a space. */
const parse = (field: 'from' | 'to', text: string): number => {
  const restored = text.replace(/ (\d{2}:\d{2})$/, '+$1')
  if (fromTimestamp(restored) === undefined) {
    throw invalid(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  return Date.parse(restored)
}

/** Metric history. `read` returns the records of a range as the text of a JSON array. */
export const recordRoutes =
  (servers: Pick<Servers, 'get'>, read: (range: RecordRange) => string | Promise<string>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Raw records of a server, one per minute, ascending by time',
          params: Type.Object({ id: Type.String() }),
          querystring: Range,
          response: { 200: data(Type.Array(Record)) },
        },
      },
      async ({ params, query, principal }, reply) => {
        const server = servers.get(params.id)
        if (!server || (server.hidden && principal.role !== 'admin')) throw notFound('server not found')
        const from = parse('from', query.from)
        const to = parse('to', query.to)
        if (from > to) throw invalid('from', 'must not be after to')
        if (to - from > longestSeconds * 1000) throw invalid('to', 'must be at most 31 days after from')
        if (query.interval === 'hourly') throw invalid('interval', 'must be raw or auto: hourly records are not kept')
        const rows = await read({
          serverId: server.id,
          number: server.number,
          from: Math.ceil(from / 60_000),
          to: Math.floor(to / 60_000),
        })
        // The rows are JSON text already; sent as a string the answer does not pass the serialiser of the schema.
        reply.type('application/json; charset=utf-8').send(`{"data":${rows}}` as never)
        return reply
      },
    )
  }
