import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { parseRange } from '../validation.ts'
import { visibleServer } from '../visible-server.ts'
import { maxAnomalies } from './anomalies-worker.ts'
import type { Histories } from './history/histories.ts'
import type { MeasurementReader } from './measurement-reader.ts'
import { NetworkAnomaly, NetworkOverview, NetworkRecord, NetworkSummary } from './network-schema.ts'
import type { Overview } from './overview.ts'
import { maxRecords } from './records-worker.ts'
import type { Summaries } from './summaries.ts'

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

export const Range = Type.Object({
  from: Type.String({ description: 'RFC 3339 instant with offset; start of the range, inclusive' }),
  to: Type.String({ description: 'RFC 3339 instant with offset; end of the range, inclusive, at most 400 days later' }),
})

interface Dependencies {
  readonly servers: Pick<Servers, 'get'>
  readonly reader: MeasurementReader
  readonly summaries: Summaries
  readonly overview: Pick<Overview, 'answer'>
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
        const bytes = await overview.answer(req.principal)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/network-probes/summary',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Targets of a server for the last day: the current hour and the 24 before it',
          params,
          response: { 200: data(NetworkSummary) },
        },
      },
      async (req) => {
        visibleServer(servers, req.params.id, req.principal)
        await histories.loaded()
        return { data: summaries.summary(visibleServer(servers, req.params.id, req.principal)) }
      },
    )
    app.get(
      '/api/servers/:id/network-probes/records',
      {
        config: { access: 'member' },
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
        const server = visibleServer(servers, req.params.id, req.principal)
        const bytes = await reader.records(server, parseRange(req.query), req.query.target_id)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/network-probes/anomalies',
      {
        config: { access: 'member' },
        schema: {
          summary: `Network anomalies of a server, newest first, at most ${maxAnomalies}`,
          params,
          querystring: Range,
          response: { 200: data(Type.Array(NetworkAnomaly)) },
        },
      },
      async (req) => {
        const server = visibleServer(servers, req.params.id, req.principal)
        return { data: await reader.anomalies(server, parseRange(req.query)) }
      },
    )
  }
