import { type TSchema, Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, Nullable, type Principal, type Routes, Timestamp } from '@svc/plugin-sdk'
import type { MetricRow } from './columns.ts'
import { columns } from './columns.ts'
import { parseFields } from './fields.ts'
import { gpuColumns } from './gpu/gpu-columns.ts'
import type { HistoryRange } from './history.ts'
import type { JsonResult } from './json-bytes.ts'
import { TimeRange, timeRange } from './query.ts'
import { visibleServer } from './visible-server.ts'

const kinds = { INTEGER: Type.Integer, REAL: Type.Number, TEXT: Type.String }

type Declared = Pick<MetricRow, 'name' | 'unit' | 'type' | 'nullable'>

/** Record members derived from columns. */
const columnSchemas = (of: readonly Declared[]): Record<string, TSchema> =>
  Object.fromEntries(
    of.map(({ name, unit, type, nullable }) => {
      const schema = kinds[type]({ description: unit })
      return [name, nullable ? Nullable(schema) : schema]
    }),
  )

const recordOf = (members: { [member: string]: TSchema }) =>
  Type.Object({
    id: Type.Integer({ description: 'row id, unique among records of the same kind' }),
    server_id: Type.String(),
    time: Timestamp,
    ...members,
  })

const Range = TimeRange('at most 31 days after `from`, or 400 days for hourly records')

const RangeOfTier = Type.Object({
  ...Range.properties,
  interval: Type.Optional(
    Type.String({
      description:
        '`raw`: one record per minute; `hourly`: one per hour, `time` is its start; `auto` (default, also for unknown ' +
        'values): hourly for ranges of more than 24 hours, otherwise raw',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'comma-separated metrics; records then contain only these and `time`, which is several times faster for long ' +
        'ranges',
    }),
  ),
})

const dayMs = 86_400_000
const tiers = {
  raw: { maxDays: 31, unitMs: 60_000 },
  hourly: { maxDays: 400, unitMs: 3_600_000 },
  gpu: { maxDays: 31, unitMs: 60_000 },
} as const
type Tier = HistoryRange['tier']

const tierOf = (interval: string | undefined, ms: number): Tier =>
  interval === 'raw' || interval === 'hourly' ? interval : ms > dayMs ? 'hourly' : 'raw'

interface RangeRequest {
  readonly params: { readonly id: string }
  readonly query: { readonly from: string; readonly to: string }
  readonly principal: Principal
}

type Read = (range: HistoryRange) => Promise<JsonResult>

interface ReadOptions {
  readonly servers: Pick<Servers, 'get'>
  readonly read: Read
  choose(ms: number): Tier
  readonly fields?: readonly string[] | undefined
}

/** Validates a request and reads its range. */
async function readRange(
  { params, query, principal }: RangeRequest,
  { servers, read, choose, fields }: ReadOptions,
): Promise<JsonResult> {
  const server = visibleServer(servers, params.id, principal)
  const { from, to } = timeRange(query, (ms) => tiers[choose(ms)].maxDays)
  const tier = choose(to - from)
  const { unitMs } = tiers[tier]
  const range = { from: Math.ceil(from / unitMs), to: Math.floor(to / unitMs), fields }
  return read({ tier, serverId: server.id, number: server.number, ...range })
}

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

/**
 * Metric history. `read` returns the whole response as encoded JSON, which is sent without passing through the schema
 * serializer.
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
        const { bytes, release } = await readRange(request, { servers, read, choose, fields })
        reply.raw.once('close', release)
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
        const { bytes, release } = await readRange(request, { servers, read, choose: () => 'gpu' })
        reply.raw.once('close', release)
        return reply.type(json).send(bytes as never)
      },
    )
  }
