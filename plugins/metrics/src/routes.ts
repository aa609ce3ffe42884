import { type TSchema, Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, Nullable, type Principal, type Routes, Timestamp } from '@svc/plugin-sdk'
import type { MetricRow } from './columns.ts'
import { columns } from './columns.ts'
import { parseFields } from './fields.ts'
import { gpuColumns } from './gpu/gpu-columns.ts'
import type { HistoryRange } from './history.ts'
import type { WrittenJson } from './json-bytes.ts'
import { TimeRange, timeRange } from './query.ts'
import { visibleServer } from './visible-server.ts'

const kinds = { INTEGER: Type.Integer, REAL: Type.Number, TEXT: Type.String }

type Declared = Pick<MetricRow, 'name' | 'unit' | 'type' | 'nullable'>

/** The members of a record in the API that come from columns. */
export const columnSchemas = (of: readonly Declared[]): Record<string, TSchema> =>
  Object.fromEntries(
    of.map(({ name, unit, type, nullable }) => {
      const schema = kinds[type]({ description: unit })
      return [name, nullable ? Nullable(schema) : schema]
    }),
  )

const recordOf = (members: { [member: string]: TSchema }) =>
  Type.Object({
    id: Type.Integer({ description: 'row id, unique among the records of its kind' }),
    server_id: Type.String(),
    time: Timestamp,
    ...members,
  })

const Range = TimeRange('at most 31 days after the start, and 400 days for hourly records')

const RangeOfTier = Type.Object({
  ...Range.properties,
  interval: Type.Optional(
    Type.String({
      description:
        '`raw`: one record per minute; `hourly`: one per hour, `time` is its start; `auto` (the default; other values ' +
        'count as it): hourly for ranges of more than 24 hours, else raw',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'names of metrics with commas between them; records then have these and `time` only, which is several times ' +
        'faster for long ranges',
    }),
  ),
})

const dayMs = 86_400_000
const tiers = {
  raw: { longestDays: 31, unitMs: 60_000 },
  hourly: { longestDays: 400, unitMs: 3_600_000 },
  gpu: { longestDays: 31, unitMs: 60_000 },
} as const
type Tier = HistoryRange['tier']

const tierOf = (interval: string | undefined, ms: number): Tier =>
  interval === 'raw' || interval === 'hourly' ? interval : ms > dayMs ? 'hourly' : 'raw'

interface Asked {
  readonly params: { readonly id: string }
  readonly query: { readonly from: string; readonly to: string }
  readonly principal: Principal
}

type Read = (range: HistoryRange) => Promise<WrittenJson>

interface How {
  readonly servers: Pick<Servers, 'get'>
  readonly read: Read
  choose(ms: number): Tier
  readonly fields?: readonly string[] | undefined
}

/** Checks what is asked for and reads it. */
async function answer(
  { params, query, principal }: Asked,
  { servers, read, choose, fields }: How,
): Promise<WrittenJson> {
  const server = visibleServer(servers, params.id, principal)
  const { from, to } = timeRange(query, (ms) => tiers[choose(ms)].longestDays)
  const tier = choose(to - from)
  const { unitMs } = tiers[tier]
  const range = { from: Math.ceil(from / unitMs), to: Math.floor(to / unitMs), fields }
  return read({ tier, serverId: server.id, number: server.number, ...range })
}

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

/**
 * Metric history. `read` returns the answer with the records of a range as JSON; sent like that, it does not pass the
 * serialiser of its schema.
 */
export const recordRoutes =
  (servers: Pick<Servers, 'get'>, read: Read): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Records of a server, one per minute or per hour, ascending by time',
          params,
          querystring: RangeOfTier,
          response: { 200: data(Type.Array(recordOf(columnSchemas(columns)))) },
        },
      },
      async (request, reply) => {
        const choose = (ms: number) => tierOf(request.query.interval, ms)
        const fields = parseFields(request.query.fields)
        const { bytes, giveBack } = await answer(request, { servers, read, choose, fields })
        reply.raw.once('close', giveBack)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/gpu-records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Records of the GPUs of a server, one per device and minute, ascending by time and device',
          params,
          querystring: Range,
          response: { 200: data(Type.Array(recordOf(columnSchemas(gpuColumns)))) },
        },
      },
      async (request, reply) => {
        const { bytes, giveBack } = await answer(request, { servers, read, choose: () => 'gpu' })
        reply.raw.once('close', giveBack)
        return reply.type(json).send(bytes as never)
      },
    )
  }
