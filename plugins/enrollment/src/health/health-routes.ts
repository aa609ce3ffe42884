import { Type } from '@sinclair/typebox'
import { type Core, data, type Routes, toTimestamp } from '@svc/plugin-sdk'
import type { Health } from '../contract.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import type { ServersStore } from '../servers-store.ts'
import { HealthOfServer } from './health-schema.ts'

interface Dependencies {
  readonly servers: Pick<ServersStore, 'ids'>
  readonly hidden: Pick<HiddenServers, 'isVisible'>
  readonly health: Pick<Health, 'of'>
  readonly text: Core['text']
}

/** The health of all servers. */
export const healthRoutes =
  ({ servers, hidden, health, text }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/server-health',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The health of each server and why: offline, firing alerts, failing monitors, thresholds',
          response: { 200: data(Type.Array(HealthOfServer)) },
        },
      },
      async ({ principal: { role } }) => ({
        data: servers
          .ids()
          .filter((id) => hidden.isVisible(id, role))
          .map((id): HealthOfServer => {
            const { level, reasons } = health.of(id)
            const shown = reasons.map((reason) => ({
              plugin: reason.plugin,
              id: reason.id,
              level: reason.level,
              since: toTimestamp(reason.since),
              message: text(reason.text),
              message_text: reason.text,
            }))
            return { server_id: id, level, reasons: shown }
          }),
      }),
    )
  }
