import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from '@svc/plugin-sdk'

const Name = Type.String({ description: '1 to 100 characters after trimming' })
const Chinese = Nullable(Type.String({ description: 'the same in Chinese, when it is known' }))
const Config = Type.Record(Type.String(), Type.Unknown())

/**
 * A channel as it is sent. In an update a secret member that is left out, or is sent as the mask that was shown, stays
 * as it is.
 */
export const ChannelInput = Type.Object({
  name: Name,
  notify_type: Type.String({ minLength: 1, maxLength: 64 }),
  config_json: Config,
  enabled: Type.Optional(Type.Boolean()),
})
export type ChannelInput = Static<typeof ChannelInput>

export const Channel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  notify_type: Type.String(),
  config_json: Type.String({ description: 'JSON text of `config`' }),
  config: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'secrets are replaced by a mask',
  }),
  enabled: Type.Boolean(),
  available: Type.Boolean({ description: 'a running plugin knows this type' }),
  last_delivery: Nullable(
    Type.Object({
      state: OneOf('sent', 'failed', 'waiting'),
      at: Timestamp,
      error: Nullable(Type.String()),
      error_zh: Chinese,
    }),
  ),
  created_at: Timestamp,
})
export type Channel = Static<typeof Channel>

export const GroupInput = Type.Object({
  name: Name,
  notification_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 }),
})
export type GroupInput = Static<typeof GroupInput>

export const Group = Type.Object({
  id: Type.String(),
  name: Type.String(),
  notification_ids: Type.Array(Type.String(), { description: 'in the order in which they are told' }),
  notification_ids_json: Type.String({ description: 'JSON text of `notification_ids`' }),
  rules: Type.Integer({ description: 'alert rules that use it' }),
  created_at: Timestamp,
})
export type Group = Static<typeof Group>

/** A notice on its way through one channel, or arrived. */
export const Delivery = Type.Object({
  id: Type.Integer(),
  channel_id: Type.String(),
  channel_name: Type.String(),
  event: OneOf('triggered', 'resolved', 'recovered', 'test'),
  title: Type.String(),
  notices: Type.Integer({ description: 'how many it tells of; more than one when a burst was merged' }),
  state: OneOf('waiting', 'sent', 'failed'),
  attempts: Type.Integer(),
  error: Nullable(Type.String({ description: 'of the last attempt' })),
  error_zh: Chinese,
  created_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
})
export type Delivery = Static<typeof Delivery>

/** `next` is the cursor of the following page, null on the last one. */
export const DeliveryPage = Type.Object({ items: Type.Array(Delivery), next: Nullable(Type.String()) })

/** A kind of channel that this deployment offers. */
export const ChannelTypeView = Type.Object({
  type: Type.String(),
  name: Type.Object({ en: Type.String(), zh: Type.String() }),
  problem: Nullable(Type.String({ description: 'why it cannot send now, for example a missing setting' })),
  problem_zh: Chinese,
})
