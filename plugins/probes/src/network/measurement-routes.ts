import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  data,
  linkNext,
  PageCursor,
  pageOf,
  parseCursor,
  parseTimeRange,
  type Routes,
  TimeRange,
} from '@svc/plugin-sdk'
import { maxAnomalies } from './anomalies-worker.ts'
import type { Histories } from './history/histories.ts'
import type { MeasurementReader } from './measurement-reader.ts'
import { NetworkAnomaly, NetworkOverview, NetworkRecord, NetworkSummary } from './network-schema.ts'
import type { Overview } from './overview.ts'
import { maxRecords } from './records-worker.ts'
import type { Summaries } from './summaries.ts'

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

const Range = TimeRange()

interface Dependencies {
  readonly servers: Pick<Servers, 'require'>
  readonly reader: MeasurementReader
  readonly summaries: Summaries
  readonly overview: Pick<Overview, 'bytesFor'>
  readonly histories: Pick<Histories, 'loaded'>
}

/** Measurements of network targets. */
export const measurementRoutes =
  ({ servers, reader, summaries, overview, histories }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/network-probes/overview',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Network summary of every server for the last day, with sparklines',
          response: { 200: data(Type.Array(NetworkOverview)) },
        },
      },
      async (req, reply) => {
        const bytes = await overview.bytesFor(req.principal)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/network-probes/summary',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Targets of a server for the last day: the current hour and the 24 before it',
          params,
          response: { 200: data(NetworkSummary) },
        },
      },
      async (req) => {
        await histories.loaded()
        // It may have been deleted or hidden meanwhile.
        return { data: summaries.summary(servers.require(req.visibleServer.id, req.principal)) }
      },
    )
    app.get(
      '/api/servers/:id/network-probes/records',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Records of a server, ascending by time: rounds for less than a day, else hours',
          description: `At most ${maxRecords} records; longer results are aggregated.`,
          params,
          querystring: Type.Object({
            ...Range.properties,
            target_id: Type.Optional(Type.String({ description: 'one target only' })),
          }),
          response: { 200: data(Type.Array(NetworkRecord)) },
        },
      },
      async (req, reply) => {
        const range = parseTimeRange(req.query)
        const bytes = await reader.records(req.visibleServer, range, req.query.target_id)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/network-probes/anomalies',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: `Network anomalies of a server, newest first, at most ${maxAnomalies} at once`,
          params,
          querystring: Type.Object({ ...Range.properties, cursor: PageCursor }),
          response: { 200: pageOf(NetworkAnomaly) },
        },
      },
      async ({ visibleServer, query }, reply) => {
        const cursor = parseCursor(query.cursor, 2)
        const { anomalies, next } = await reader.anomalies(visibleServer, parseTimeRange(query), cursor)
        linkNext(reply, { cursor: next })
        return { data: anomalies }
      },
    )
  }
