import { Type } from '@sinclair/typebox'
import {
  type Clock,
  type Core,
  conflict,
  cutPage,
  data,
  formatCursor,
  notFound,
  Ok,
  OneOf,
  ok,
  PageCursor,
  parseCursor,
  type Routes,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ChannelsStore } from '../channels/channels-store.ts'
import { type Delivery, DeliveryPage } from '../notification-schema.ts'
import { type DeliveriesStore, type DeliveryRow, errorView } from './deliveries-store.ts'
import type { Sender } from './sender.ts'

interface Dependencies {
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly channels: ChannelsStore
  readonly sender: Pick<Sender, 'wake'>
  readonly text: Core['text']
}

const Query = Type.Object({
  channel_id: Type.Optional(Type.String({ maxLength: 64 })),
  state: Type.Optional(OneOf('waiting', 'sent', 'failed')),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: PageCursor,
})
const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const admin = { access: 'admin' } as const

const view = (row: DeliveryRow, text: Core['text']): Delivery => ({
  id: row.id,
  channel_id: row.channel_id,
  channel_name: row.channel_name,
  event: row.event,
  title: row.title,
  notices: row.notices,
  state: row.state,
  attempts: row.attempts,
  ...errorView(row, text),
  created_at: toTimestamp(row.created_at),
  next_attempt_at: row.next_attempt_ms === null ? null : toTimestamp(toSeconds(row.next_attempt_ms)),
  finished_at: row.finished_at === null ? null : toTimestamp(row.finished_at),
})

export const deliveryRoutes =
  ({ audit, clock, deliveries, channels, sender, text }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/notification-deliveries',
      {
        config: admin,
        schema: {
          summary: 'Deliveries, newest first',
          querystring: Query,
          response: { 200: data(DeliveryPage) },
        },
      },
      async (req) => {
        const { channel_id: channelId, state, limit, cursor } = req.query
        const [before] = parseCursor(cursor, 1) ?? []
        const found = deliveries.page({ channelId, state, before, limit: limit + 1 })
        const { rows, next } = cutPage(found, limit, ({ id }) => formatCursor(id))
        return { data: { items: rows.map((row) => view(row, text)), next } }
      },
    )

    app.post(
      '/api/notification-deliveries/:id/retry',
      {
        config: admin,
        schema: { summary: 'Queues a failed delivery again', params: Params, response: { 200: Ok } },
      },
      async (req) => {
        const retry = (id: number) => {
          const row = deliveries.get(id)
          if (!row) throw notFound('alerts.UNKNOWN_DELIVERY')
          if (row.event === 'test') throw conflict('alerts.RETRY_TEST')
          const channel = channels.get(row.channel_id)
          if (!channel) throw conflict('alerts.CHANNEL_DELETED')
          if (!channel.enabled) throw conflict('alerts.CHANNEL_DISABLED')
          if (!deliveries.retry(id, clock.now())) throw conflict('alerts.RETRY_NOT_FAILED')
          return { id, channel_id: channel.id, channel_name: channel.name }
        }
        audit.act(
          req,
          'notification_delivery.retry',
          () => retry(req.params.id),
          (detail) => detail,
        )
        sender.wake()
        return ok
      },
    )
  }
