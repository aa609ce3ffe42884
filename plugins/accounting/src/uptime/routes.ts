import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type History, UptimeEntry } from '@svc/plugin-metrics/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { UptimeWindow } from './uptime-schema.ts'

export const uptimeRoutes =
  (servers: Pick<Servers, 'require'>, history: Pick<History, 'uptimeDays' | 'uptimeWindows'>): Routes =>
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
        data: history.uptimeWindows(servers.require(params.id, principal)).map(({ hours, online, total }) => ({
          hours,
          online_minutes: online,
          total_minutes: total,
          uptime_percent: total === 0 ? 0 : Math.min(100, (online / total) * 100),
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
      async ({ params, query, principal }) => {
        const server = servers.require(params.id, principal)
        return { data: [...((await history.uptimeDays([server], query.days)).get(server.id) ?? [])] }
      },
    )
  }
