import { Type } from '@sinclair/typebox'
import { data, Nullable, type Routes, toTimestamp } from '@svc/plugin-sdk'
import type { HostsStore } from './hosts-store.ts'
import { HostUnits } from './units-schema.ts'

export const unitRoutes =
  (hosts: Pick<HostsStore, 'get'>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/systemd',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The failed systemd units of a host; null if it never reported any check',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Nullable(HostUnits)) },
        },
      },
      async ({ visibleServer: { id } }) => {
        const host = hosts.get(id)
        return { data: host ? { reported_at: toTimestamp(host.reportedAt), failed: [...host.units] } : null }
      },
    )
  }
