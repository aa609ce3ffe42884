import { Type } from '@sinclair/typebox'
import { data, Nullable, type Routes, toTimestamp } from '@svc/plugin-sdk'
import { HostDisks } from './disks-schema.ts'
import type { HostsStore } from './hosts-store.ts'
import { judgeDisk } from './judge.ts'

export const diskRoutes =
  (hosts: Pick<HostsStore, 'get'>): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/smart',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The SMART health of the disks of a host; null if it never reported any',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Nullable(HostDisks)) },
        },
      },
      async ({ visibleServer: { id } }) => {
        const host = hosts.get(id)
        if (!host) return { data: null }
        const disks = host.disks.map((disk) => ({ ...disk, level: judgeDisk(disk) }))
        return { data: { reported_at: toTimestamp(host.reportedAt), disks } }
      },
    )
  }
