import { Type } from '@sinclair/typebox'
import { type Clock, notFound, Ok, ok, type Routes, text } from '@svc/plugin-sdk'
import { excerpt, failed, succeeded } from '../checks/check-type.ts'
import { pushHash } from '../checks/push.ts'
import type { MonitorsStore } from '../monitors/monitors-store.ts'
import type { SaveOutcome } from './save-outcome.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: Pick<MonitorsStore, 'byPushHash'>
  readonly save: SaveOutcome
  onChecked(monitorId: string): void
}

/** Milliseconds; calls in between are accepted and not stored. */
const minInterval = 1000

/** The URL that a host calls: cron jobs and scripts say that they ran, and how. */
export const pushRoutes =
  ({ clock, monitors, save, onChecked }: Parts): Routes =>
  async (app) => {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url: '/api/push/:token',
        config: { access: 'public' },
        schema: {
          summary: 'A heartbeat of a push monitor',
          params: Type.Object({ token: Type.String({ minLength: 16, maxLength: 64 }) }),
          querystring: Type.Object({
            status: Type.Union([Type.Literal('up'), Type.Literal('down')], { default: 'up' }),
            msg: Type.Optional(Type.String({ maxLength: 500, description: 'why it is down' })),
            ping: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400_000, description: 'milliseconds' })),
          }),
          response: { 200: Ok },
        },
        handler: async ({ params, query }) => {
          const row = monitors.byPushHash(pushHash((params as { token: string }).token))
          if (!row || row.enabled === 0) throw notFound('monitors.UNKNOWN_MONITOR')
          const now = clock.now()
          if (row.checked_at_ms !== null && Math.abs(now - row.checked_at_ms) < minInterval && row.memory === 'called')
            return ok
          const { status, msg = '', ping = null } = query as { status: 'up' | 'down'; msg?: string; ping?: number }
          const reason = excerpt(msg.replace(/\s+/g, ' ').trim(), 300)
          const outcome =
            status === 'up'
              ? succeeded(ping, {})
              : failed(reason ? text('monitors.REPORTED_DOWN_FOR', { reason }) : text('monitors.REPORTED_DOWN'), ping)
          save(row.id, { ...outcome, memory: 'called' }, now)
          onChecked(row.id)
          return ok
        },
      })
    }
  }
