import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { rangeOf } from '../checks.ts'
import { visibleServer } from '../visible-server.ts'
import type { Histories } from './history/histories.ts'
import { NetworkAnomaly, NetworkOverview, NetworkRecord, NetworkSummary } from './network-schema.ts'
import type { Overview } from './overview.ts'
import { mostAnomalies } from './read-anomalies.ts'
import { mostRecords } from './read-records.ts'
import type { Reads } from './reads.ts'
import type { Summaries } from './summaries.ts'

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'

export const Range = Type.Object({
  from: Type.String({ description: 'RFC 3339 instant with offset; start of the range, inclusive' }),
  to: Type.String({ description: 'RFC 3339 instant with offset; end of the range, inclusive, at most 400 days later' }),
})

interface Dependencies {
  readonly servers: Pick<Servers, 'get'>
  readonly reads: Reads
  readonly summaries: Summaries
  readonly overview: Pick<Overview, 'answer'>
  readonly histories: Pick<Histories, 'loaded'>
}

/** What was measured. */
export const readingRoutes =
  ({ servers, reads, summaries, overview, histories }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/network-probes/overview',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The network of every server over the last day, with sparklines',
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
          summary: 'The targets of a server over the last day: the running hour and 24 before it',
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
          summary: 'What a server measured, ascending by time: rounds of less than a day, hours of more',
          description: `At most ${mostRecords} records: of more there is one for several, with their mean, sums and ends.`,
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
        const bytes = await reads.records(server, rangeOf(req.query), req.query.target_id)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/servers/:id/network-probes/anomalies',
      {
        config: { access: 'member' },
        schema: {
          summary: `What was wrong with the network of a server, the newest first, at most ${mostAnomalies}`,
          params,
          querystring: Range,
          response: { 200: data(Type.Array(NetworkAnomaly)) },
        },
      },
      async (req) => {
        const server = visibleServer(servers, req.params.id, req.principal)
        return { data: await reads.anomalies(server, rangeOf(req.query)) }
      },
    )
  }
