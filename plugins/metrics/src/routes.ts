import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, fromTimestamp, invalid, notFound, type Routes, Timestamp } from '@svc/plugin-sdk'
import { columnSchemas, columns } from './columns.js'
import type { HistoryRange } from './history.js'

const Record = Type.Object({
  id: Type.Integer({ description: 'row id, unique among the records of its kind' }),
  server_id: Type.String(),
  time: Timestamp,
  ...columnSchemas(columns),
})

const instant = (which: string) => Type.String({ description: `RFC 3339 instant with offset; ${which}, inclusive` })

const Range = Type.Object({
  from: instant('start of the range'),
  to: instant('end of the range, at most 31 days after the start for raw records and 400 days for hourly ones'),
  interval: Type.Optional(
    Type.String({
      description:
        '`raw`: one record per minute; `hourly`: one per hour, `time` is its start; `auto` (the default; other values ' +
        'count as it): hourly for ranges of more than 24 hours, else raw',
    }),
  ),
})

const dayMs = 86_400_000
const tiers = {
  raw: { longestDays: 31, unitMs: 60_000 },
  hourly: { longestDays: 400, unitMs: 3_600_000 },
} as const

const tierOf = (interval: string | undefined, ms: number): HistoryRange['tier'] =>
  interval === 'raw' || interval === 'hourly' ? interval : ms > dayMs ? 'hourly' : 'raw'

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
  (servers: Pick<Servers, 'get'>, read: (range: HistoryRange) => string | Promise<string>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Records of a server, one per minute or per hour, ascending by time',
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
        const tier = tierOf(query.interval, to - from)
        const { longestDays, unitMs } = tiers[tier]
        if (to - from > longestDays * dayMs) throw invalid('to', `must be at most ${longestDays} days after from`)
        const rows = await read({
          tier,
          serverId: server.id,
          number: server.number,
          from: Math.ceil(from / unitMs),
          to: Math.floor(to / unitMs),
        })
        // The rows are JSON text already; sent as a string the answer does not pass the serialiser of the schema.
        reply.type('application/json; charset=utf-8').send(`{"data":${rows}}` as never)
        return reply
      },
    )
  }
