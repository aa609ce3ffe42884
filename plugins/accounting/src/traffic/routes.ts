import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badQuery, data, type Routes } from '@svc/plugin-sdk'
import { fromDate } from './calendar.ts'
import type { Statistics } from './statistics.ts'
import {
  CyclesQuery,
  DailyQuery,
  OverviewDailyQuery,
  ServerIdParams,
  ServerTraffic,
  TrafficCalendar,
  TrafficCycles,
  TrafficDay,
  TrafficOverview,
} from './traffic-schema.ts'

const dateIn = (field: string, text: string): number => {
  const day = fromDate(text)
  if (day === undefined) throw badQuery(field, 'accounting.DATE')
  return day
}

export const trafficRoutes =
  (servers: Pick<Servers, 'require' | 'visibleTo'>, statistics: Statistics): Routes =>
  async (app) => {
    const config = { access: 'member' } as const
    const read = <T>(of: T) => ({ data: of })

    app.get(
      '/api/servers/:id/traffic',
      {
        config: { ...config, server: 'id' },
        schema: {
          summary: 'Traffic of a server in its current billing cycle',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(ServerTraffic) },
        },
      },
      async ({ params, principal }) => read(statistics.server(servers.require(params.id, principal))),
    )
    app.get(
      '/api/traffic/calendar',
      {
        config,
        schema: {
          summary: 'The time zone of traffic and billing days, and the current day in it',
          response: { 200: data(TrafficCalendar) },
        },
      },
      async () => read(statistics.calendar()),
    )
    app.get(
      '/api/traffic/overview',
      {
        config,
        schema: {
          summary: 'Traffic of all servers, each in its current billing cycle',
          response: { 200: data(Type.Array(TrafficOverview)) },
        },
      },
      async ({ principal }) => read(await statistics.overview(servers.visibleTo(principal))),
    )
    app.get(
      '/api/traffic/overview/daily',
      {
        config,
        schema: {
          summary: 'Total traffic of all servers by day, ascending; days without traffic are omitted',
          querystring: OverviewDailyQuery,
          response: { 200: data(Type.Array(TrafficDay)) },
        },
      },
      async ({ query, principal }) => read(await statistics.overviewDays(servers.visibleTo(principal), query.days)),
    )
    app.get(
      '/api/traffic/:server_id/daily',
      {
        config: { ...config, server: 'server_id' },
        schema: {
          summary: 'Traffic of a server by day, `from` and `to` inclusive, ascending; days without traffic are omitted',
          params: ServerIdParams,
          querystring: DailyQuery,
          response: { 200: data(Type.Array(TrafficDay)) },
        },
      },
      async ({ params, query, principal }) => {
        const server = servers.require(params.server_id, principal)
        const to = query.to === undefined ? statistics.today() : dateIn('to', query.to)
        const from = query.from === undefined ? to - query.days + 1 : dateIn('from', query.from)
        if (from > to) throw badQuery('from', 'kernel.RANGE_ORDER')
        return read(statistics.days(server, from, to))
      },
    )
    app.get(
      '/api/traffic/:server_id/cycle',
      {
        config: { ...config, server: 'server_id' },
        schema: {
          summary: 'Traffic of a server in its recent billing cycles',
          params: ServerIdParams,
          querystring: CyclesQuery,
          response: { 200: data(TrafficCycles) },
        },
      },
      async ({ params, query, principal }) =>
        read(statistics.cycles(servers.require(params.server_id, principal), query.history)),
    )
  }
