import { Type } from '@sinclair/typebox'
import {
  ApiError,
  type Clock,
  conflict,
  data,
  notFound,
  Ok,
  OneOf,
  ok,
  type Routes,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ChannelsStore } from '../channels/channels-store.ts'
import { type Delivery, DeliveryPage } from '../notification-schema.ts'
import type { DeliveriesStore, DeliveryRow } from './deliveries-store.ts'
import type { Sender } from './sender.ts'

interface Dependencies {
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly channels: ChannelsStore
  readonly sender: Pick<Sender, 'wake'>
}

const Query = Type.Object({
  channel_id: Type.Optional(Type.String({ maxLength: 64 })),
  state: Type.Optional(OneOf('waiting', 'sent', 'failed')),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 20, description: '`next` of the previous page' })),
})
const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const admin = { access: 'admin' } as const

const view = (row: DeliveryRow): Delivery => ({
  id: row.id,
  channel_id: row.channel_id,
  channel_name: row.channel_name,
  event: row.event,
  title: row.title,
  notices: row.notices,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  error_zh: row.error_zh,
  created_at: toTimestamp(row.created_at),
  next_attempt_at: row.next_attempt_ms === null ? null : toTimestamp(toSeconds(row.next_attempt_ms)),
  finished_at: row.finished_at === null ? null : toTimestamp(row.finished_at),
})

/** A cursor is the id of the last delivery of a page. */
function parseCursor(cursor: string | undefined): number | undefined {
  if (!cursor) return undefined
  const id = Number(cursor)
  if (/^\d+$/.test(cursor) && Number.isSafeInteger(id)) return id
  const rule = 'must be the `next` value of a previous response'
  throw new ApiError(400, 'BAD_REQUEST', `query parameter cursor ${rule}`, { details: [{ field: 'cursor', rule }] })
}

export const deliveryRoutes =
  ({ audit, clock, deliveries, channels, sender }: Dependencies): Routes =>
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
        const rows = deliveries.page({ channelId, state, before: parseCursor(cursor), limit: limit + 1 })
        const items = rows.slice(0, limit)
        return { data: { items: items.map(view), next: rows.length > limit ? String(items.at(-1)?.id) : null } }
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
          if (!row) throw notFound('no such delivery')
          if (row.event === 'test') throw conflict('a test cannot be retried; send a new one')
          const channel = channels.get(row.channel_id)
          if (!channel) throw conflict('the channel was deleted')
          if (!channel.enabled) throw conflict('the channel is disabled')
          if (!deliveries.retry(id, clock.now())) throw conflict('only failed deliveries can be retried')
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
