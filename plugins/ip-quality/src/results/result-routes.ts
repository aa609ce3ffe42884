import { type Static, Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  cutPage,
  data,
  formatCursor,
  linkNext,
  Ok,
  ok,
  PageCursor,
  pageOf,
  parseCursor,
  type Routes,
} from '@svc/plugin-sdk'
import type { AgentSync } from '../agent-sync.ts'
import { ServerIpQuality, UnlockEvent, UnlockResult } from '../quality-schema.ts'
import type { RisksStore } from '../risk/risks-store.ts'
import { snapshotView } from '../risk/scoring.ts'
import { eventView, resultView } from './result-view.ts'
import type { ResultsStore } from './results-store.ts'

interface Dependencies {
  readonly servers: Pick<Servers, 'require' | 'visibleTo' | 'hiddenFrom'>
  readonly results: ResultsStore
  readonly risks: Pick<RisksStore, 'snapshot' | 'snapshots'>
  readonly agentSync: Pick<AgentSync, 'runNow'>
}

const params = Type.Object({ id: Type.String() })
const Page = {
  service_id: Type.Optional(Type.String({ maxLength: 64 })),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  cursor: PageCursor,
}
const EventQuery = Type.Object({
  server_id: Type.Optional(Type.String({ maxLength: 64, description: 'default: all servers that the user may see' })),
  ...Page,
})
const HistoryQuery = Type.Object(Page)

/** Results, changes and earlier results of the servers that the user may see. */
export const resultRoutes =
  ({ servers, results, risks, agentSync }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/ip-quality/overview',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Latest results and addresses of all servers',
          response: { 200: data(Type.Array(ServerIpQuality)) },
        },
      },
      async ({ principal }) => {
        const ofServer = Map.groupBy(results.all(), ({ server_id }) => server_id)
        const snapshots = new Map(risks.snapshots().map((row) => [row.server_id, row]))
        return {
          data: servers.visibleTo(principal).map(({ id }) => {
            const snapshot = snapshots.get(id)
            return {
              server_id: id,
              unlock_results: (ofServer.get(id) ?? []).map(resultView),
              ip_quality: snapshot ? snapshotView(snapshot) : null,
            }
          }),
        }
      },
    )

    app.get(
      '/api/ip-quality/servers/:id',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Latest results and address of a server',
          params,
          response: { 200: data(ServerIpQuality) },
        },
      },
      async ({ visibleServer: { id } }) => {
        const snapshot = risks.snapshot(id)
        return {
          data: {
            server_id: id,
            unlock_results: results.ofServer(id).map(resultView),
            ip_quality: snapshot ? snapshotView(snapshot) : null,
          },
        }
      },
    )

    app.get(
      '/api/ip-quality/servers/:id/history',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'All results of a server, newest first',
          params,
          querystring: HistoryQuery,
          response: { 200: pageOf(UnlockResult) },
        },
      },
      async ({ visibleServer: { id }, query }, reply) => {
        const { service_id, limit, cursor } = query as Static<typeof HistoryQuery>
        const found = results.checks({ server_id: id, service_id, hidden: [] }, limit + 1, parseCursor(cursor, 2))
        const { rows, next } = cutPage(found, limit, (last) => formatCursor(last.checked_at, last.id))
        linkNext(reply, { cursor: next })
        return { data: rows.map(resultView) }
      },
    )

    app.get(
      '/api/ip-quality/events',
      {
        config: { access: 'member', errors: [404] },
        schema: {
          summary: 'Changes between results, newest first',
          querystring: EventQuery,
          response: { 200: pageOf(UnlockEvent) },
        },
      },
      async ({ principal, query }, reply) => {
        const { server_id, service_id, limit, cursor } = query as Static<typeof EventQuery>
        if (server_id !== undefined) servers.require(server_id, principal)
        const filter = { server_id, service_id, hidden: [...servers.hiddenFrom(principal)] }
        const found = results.events(filter, limit + 1, parseCursor(cursor, 2))
        const { rows, next } = cutPage(found, limit, (last) => formatCursor(last.changed_at, last.id))
        linkNext(reply, { cursor: next })
        return { data: rows.map(eventView) }
      },
    )

    app.post(
      '/api/ip-quality/servers/:id/check',
      {
        config: { access: 'admin', server: 'id', capability: 'ip_quality' },
        schema: {
          summary: 'Check all services from a server now; results follow on the live socket',
          params,
          response: { 200: Ok },
        },
      },
      async ({ visibleServer: { id } }) => {
        agentSync.runNow(id)
        return ok
      },
    )
  }
