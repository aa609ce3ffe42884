import { Readable } from 'node:stream'
import { type TSchema, Type } from '@sinclair/typebox'
import {
  badQuery,
  type Clock,
  data,
  Nullable,
  parseTimeRange,
  type Routes,
  storedRange,
  TimeRange,
  Timestamp,
  toSeconds,
  type VisibleServer,
} from '@svc/plugin-sdk'
import { columns, type MetricRow } from './columns.ts'
import { gpuColumns } from './gpu-columns.ts'
import type { HistoryRange, ReadHistory } from './history.ts'
import { bodyOf } from './json-stream.ts'

const kinds = { INTEGER: Type.Integer, REAL: Type.Number, TEXT: Type.String }

type Declared = Pick<MetricRow, 'name' | 'unit' | 'type' | 'nullable' | 'detail'>

/** Record members derived from columns. */
const columnSchemas = (of: readonly Declared[]): Record<string, TSchema> =>
  Object.fromEntries(
    of.map(({ name, unit, type, nullable, detail }) => {
      const schema = kinds[type]({ description: unit })
      return [name, detail ? Type.Optional(Nullable(schema)) : nullable ? Nullable(schema) : schema]
    }),
  )

const recordOf = (members: { [member: string]: TSchema }) =>
  Type.Object({
    id: Type.Integer({ description: 'row id, unique among records of the same kind' }),
    server_id: Type.String(),
    time: Timestamp,
    ...members,
  })

/** Seconds of a record. */
const tiers = { raw: 60, hourly: 3600, gpu: 60 } as const
type Tier = HistoryRange['tier']

const RecordsQuery = Type.Object({
  ...TimeRange().properties,
  interval: Type.Optional(
    Type.String({
      description:
        '`raw`: one record per minute; `hourly`: one per hour, `time` is its start; `auto` (default, also for unknown values): ' +
        'hourly for ranges of more than 24 hours, otherwise raw',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'comma-separated metrics; records then contain only these and `time`, which is several times faster for long ' +
        'ranges. Metrics that are optional in the response are only in it if they are named here',
    }),
  ),
})

const names = columns.map(({ name }) => name)

/** Parses `fields` into unique column names in table order. Undefined (all columns) without it. */
function parseFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const requested = text.split(',')
  if (requested.some((name) => !names.includes(name))) {
    throw badQuery('fields', 'metrics.METRIC_NAMES', { names: names.join(', ') })
  }
  return names.filter((name) => requested.includes(name))
}

const day = 86_400

const tierOf = (interval: string | undefined, seconds: number): Tier =>
  interval === 'raw' || interval === 'hourly' ? interval : seconds > day ? 'hourly' : 'raw'

interface RangeRequest {
  readonly visibleServer: VisibleServer
  readonly query: { readonly from: string; readonly to: string }
}

/** The requested range in minutes or hours; `choose` returns the tier for a length. */
function rangeOf(
  { visibleServer, query }: RangeRequest,
  clock: Pick<Clock, 'now'>,
  choose: (seconds: number) => Tier,
): HistoryRange {
  const requested = parseTimeRange(query)
  const tier = choose(requested.to - requested.from)
  const seconds = tiers[tier]
  const { from, to } = storedRange(requested, toSeconds(clock.now()))
  const { id: serverId, number } = visibleServer
  return { tier, serverId, number, from: Math.ceil(from / seconds), to: Math.floor(to / seconds) }
}

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

/** Metric history. */
export const recordRoutes =
  (read: ReadHistory, clock: Pick<Clock, 'now'>): Routes =>
  async (app) => {
    const releases = new WeakMap<object, () => void>()
    // Runs after a response of one piece was compressed, which reads the bytes even when the reader has left. A stream still
    // compresses its last part then.
    app.addHook('onSend', (_request, reply, payload, done) => {
      const { raw } = reply
      const release = releases.get(reply)
      const releaseIfRead = () => {
        if (!(payload instanceof Readable) || raw.writableFinished) release?.()
      }
      if (release && raw.closed) releaseIfRead()
      else if (release) raw.once('close', releaseIfRead)
      done(null, payload)
    })
    app.get(
      '/api/servers/:id/records',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Records of a server, one per minute or per hour, ascending by time',
          params,
          querystring: RecordsQuery,
          response: { 200: data(Type.Array(recordOf(columnSchemas(columns)))) },
        },
      },
      async (request, reply) => {
        const fields = parseFields(request.query.fields)
        const range = rangeOf(request, clock, (seconds) => tierOf(request.query.interval, seconds))
        const found = await read({ ...range, fields }, request.principal.userId)
        releases.set(reply, found.release)
        return reply.type(json).send(bodyOf(found) as never)
      },
    )
    app.get(
      '/api/servers/:id/gpu-records',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Records of the GPUs of a server, one per device and minute, ascending by time and device',
          params,
          querystring: TimeRange(),
          response: { 200: data(Type.Array(recordOf(columnSchemas(gpuColumns)))) },
        },
      },
      async (request, reply) => {
        const range = rangeOf(request, clock, () => 'gpu')
        const found = await read(range, request.principal.userId)
        releases.set(reply, found.release)
        return reply.type(json).send(bodyOf(found) as never)
      },
    )
  }
