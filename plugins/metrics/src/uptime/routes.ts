import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { toDate } from '../traffic/dates.js'
import { visibleServer } from '../visible-server.js'
import type { UptimeDay } from './daily.js'

const Entry = Type.Object({
  date: Type.String({ format: 'date', description: 'UTC day' }),
  online_minutes: Type.Integer({ description: 'minutes with a record' }),
  total_minutes: Type.Integer({ description: 'minutes since the server was added in which it could have been seen' }),
  uptime_percent: Type.Number({ description: '0 when there are no such minutes' }),
  downtime_incidents: Type.Integer({ description: 'outages of more than 120 s that began to count on this day' }),
})

const percentOf = ({ online, total }: Pick<UptimeDay, 'online' | 'total'>): number =>
  total === 0 ? 0 : Math.min(100, (online / total) * 100)

/** `read` returns the last days of a server, oldest first. */
export const uptimeRoutes =
  (servers: Pick<Servers, 'get'>, read: (server: Server, days: number) => readonly UptimeDay[]): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/uptime-daily',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Uptime of a server by day, the last day is today; days without data are zeros',
          params: Type.Object({ id: Type.String() }),
          querystring: Type.Object({ days: Type.Integer({ default: 90, minimum: 1, maximum: 365 }) }),
          response: { 200: data(Type.Array(Entry)) },
        },
      },
      async ({ params, query, principal }) => ({
        data: read(visibleServer(servers, params.id, principal), query.days).map((day) => ({
          date: toDate(day.day),
          online_minutes: day.online,
          total_minutes: day.total,
          uptime_percent: percentOf(day),
          downtime_incidents: day.incidents,
        })),
      }),
    )
  }
