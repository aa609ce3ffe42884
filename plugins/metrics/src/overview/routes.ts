import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { isVisible } from '../visible-server.ts'
import { OverviewRow } from './overview-schema.ts'

export const overviewRoutes =
  (servers: Pick<Servers, 'list'>, rows: (fleet: readonly Server[]) => Promise<OverviewRow[]>): Routes =>
  async (app) => {
    app.get(
      '/api/overview',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Overview data of each server that its live metrics do not include; at most a minute old',
          response: { 200: data(Type.Array(OverviewRow)) },
        },
      },
      async ({ principal }) => ({ data: await rows(servers.list().filter((server) => isVisible(server, principal))) }),
    )
  }
