import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Uptime } from './uptime.ts'
import { UptimeEntry, UptimeWindow } from './uptime-schema.ts'
import { percentOf, viewDay } from './uptime-view.ts'

export const uptimeRoutes =
  (servers: Pick<Servers, 'require'>, uptime: Pick<Uptime, 'days' | 'windows'>): Routes =>
  async (app) => {
    const params = Type.Object({ id: Type.String() })
    app.get(
      '/api/servers/:id/uptime',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Uptime of a server over the last 24 hours, 7, 30 and 90 days, up to the last complete minute',
          params,
          response: { 200: data(Type.Array(UptimeWindow)) },
        },
      },
      async ({ params, principal }) => ({
        data: uptime.windows(servers.require(params.id, principal)).map(({ hours, online, total }) => ({
          hours,
          online_minutes: online,
          total_minutes: total,
          uptime_percent: percentOf({ online, total }),
        })),
      }),
    )
    app.get(
      '/api/servers/:id/uptime-daily',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Uptime of a server by UTC day up to today; days without data are zero',
          params,
          querystring: Type.Object({ days: Type.Integer({ default: 90, minimum: 1, maximum: 365 }) }),
          response: { 200: data(Type.Array(UptimeEntry)) },
        },
      },
      async ({ params, query, principal }) => ({
        data: uptime.days(servers.require(params.id, principal), query.days).map(viewDay),
      }),
    )
  }
