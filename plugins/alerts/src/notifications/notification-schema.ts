import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, DisplayName, FormField, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

const Name = DisplayName()
const Config = Type.Record(Type.String(), Type.Unknown())

/** In an update, secrets that are left out or sent as their mask are kept. */
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
  available: Type.Boolean({ description: 'the plugin that provides this type is running' }),
  last_delivery: Nullable(
    Type.Object({
      state: OneOf('sent', 'failed', 'waiting'),
      at: Timestamp,
      error: Nullable(Type.String()),
      error_text: Nullable(CodedTextSchema),
    }),
  ),
  created_at: Timestamp,
})
export type Channel = Static<typeof Channel>

const WaitSeconds = Type.Integer({
  minimum: 0,
  maximum: 600,
  description: 'collects alerts of one cause for so many seconds and sends one message; 0 switches grouping off',
})
const GroupBy = Type.Array(OneOf('server_group', 'location'), {
  maxItems: 2,
  uniqueItems: true,
  description: 'what alerts are grouped by besides dependencies, in order of preference',
})
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['22:00'], description: '`HH:MM`' })
const QuietHours = Nullable(
  Type.Object(
    { from: TimeOfDay, to: TimeOfDay },
    { description: 'alerts wait until `to`; times of the server time zone, over midnight when `from` is after `to`' },
  ),
)
const Escalation = Nullable(
  Type.Object(
    { after_minutes: Type.Integer({ minimum: 1, maximum: 1440 }), group_id: Type.String({ maxLength: 64 }) },
    { description: 'alerts that still fire after so many minutes go to this notification group as well' },
  ),
)

export const GroupInput = Type.Object({
  name: Name,
  notification_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 }),
  wait_seconds: Type.Optional(WaitSeconds),
  group_by: Type.Optional(GroupBy),
  quiet_hours: Type.Optional(QuietHours),
  escalation: Type.Optional(Escalation),
})
export type GroupInput = Static<typeof GroupInput>

export const Group = Type.Object({
  id: Type.String(),
  name: Type.String(),
  built_in: Type.Boolean({ description: 'the group of all channels: its name and channels are fixed' }),
  notification_ids: Type.Array(Type.String(), { description: 'in sending order' }),
  notification_ids_json: Type.String({ description: 'JSON text of `notification_ids`' }),
  wait_seconds: WaitSeconds,
  group_by: GroupBy,
  quiet_hours: QuietHours,
  escalation: Escalation,
  rules: Type.Integer({ description: 'number of alert rules that use it' }),
  created_at: Timestamp,
})
export type Group = Static<typeof Group>

/** A notification sent or queued for one channel. */
export const Delivery = Type.Object({
  id: Type.Integer(),
  channel_id: Type.String(),
  channel_name: Type.String(),
  event: OneOf('triggered', 'resolved', 'recovered', 'test'),
  title: Type.String(),
  notices: Type.Integer({ description: 'number of notifications; more than one when a burst was merged' }),
  state: OneOf('waiting', 'sent', 'failed'),
  attempts: Type.Integer(),
  error: Nullable(Type.String({ description: 'of the last attempt' })),
  error_text: Nullable(CodedTextSchema),
  created_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
})
export type Delivery = Static<typeof Delivery>

/** `next` is the cursor of the next page; null on the last one. */
export const DeliveryPage = Type.Object({ items: Type.Array(Delivery), next: Nullable(Type.String()) })

/** A channel type of a running plugin. */
export const ChannelTypeView = Type.Object({
  type: Type.String(),
  name: Type.String(),
  name_text: CodedTextSchema,
  problem: Nullable(Type.String({ description: 'why it cannot send now, for example a missing setting' })),
  problem_text: Nullable(CodedTextSchema),
  fields: Type.Optional(Type.Array(FormField, { description: 'its form, if its schema describes that' })),
})
export type ChannelTypeView = Static<typeof ChannelTypeView>

nameSchemas({ ChannelInput, Channel, GroupInput, NotificationGroup: Group, Delivery, DeliveryPage, ChannelTypeView })
