import { Type } from '@sinclair/typebox'
import { type Database, data, Ok, ok, type Registry, type Routes } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import type { WriteAudit } from '../audit.ts'
import { typeView } from '../channels/channel-view.ts'
import type { Channels } from '../channels/channels.ts'
import type { TestChannel } from '../channels/test-channel.ts'
import { Channel, ChannelInput, ChannelTypeView } from '../notification-schema.ts'

interface Dependencies {
  /** a change and its audit entry are one transaction */
  readonly db: Pick<Database, 'transaction'>
  readonly channels: Channels
  readonly types: Registry<ChannelType>
  readonly test: TestChannel
  readonly writeAudit: WriteAudit
}

const Params = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

export const channelRoutes =
  ({ db, channels, types, test, writeAudit }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/notification-types',
      {
        config: admin,
        schema: { summary: 'Channel types', response: { 200: data(Type.Array(ChannelTypeView)) } },
      },
      async () => ({ data: types.all().map(typeView) }),
    )

    app.get(
      '/api/notifications',
      {
        config: admin,
        schema: { summary: 'Notification channels, by name', response: { 200: data(Type.Array(Channel)) } },
      },
      async () => ({ data: channels.list() }),
    )

    app.post(
      '/api/notifications',
      {
        config: admin,
        schema: { summary: 'Creates a channel', body: ChannelInput, response: { 200: data(Channel) } },
      },
      async (req) => ({
        data: db.transaction(() => {
          const channel = channels.create(req.body)
          writeAudit(req, 'notification.create', {
            id: channel.id,
            name: channel.name,
            notify_type: channel.notify_type,
          })
          return channel
        }),
      }),
    )

    app.get(
      '/api/notifications/:id',
      { config: admin, schema: { summary: 'A channel', params: Params, response: { 200: data(Channel) } } },
      async (req) => ({ data: channels.get(req.params.id) }),
    )

    app.put(
      '/api/notifications/:id',
      {
        config: admin,
        schema: {
          summary: 'Updates a channel; secrets that are left out or sent as their mask are kept',
          params: Params,
          body: Type.Partial(ChannelInput),
          response: { 200: data(Channel) },
        },
      },
      async (req) => ({
        data: db.transaction(() => {
          const { row, from } = channels.update(req.params.id, req.body)
          writeAudit(req, 'notification.update', {
            id: row.id,
            from: { name: from.name, notify_type: from.notify_type, enabled: from.enabled === 1 },
            to: { name: row.name, notify_type: row.notify_type, enabled: row.enabled === 1 },
            config_changed: row.config_json !== from.config_json || row.sealed_secrets !== from.sealed_secrets,
          })
          return channels.view(row)
        }),
      }),
    )

    app.delete(
      '/api/notifications/:id',
      {
        config: admin,
        schema: {
          summary: 'Deletes a channel and removes it from its groups',
          params: Params,
          response: { 200: Ok },
        },
      },
      async (req) => {
        db.transaction(() => {
          const { id, name, notify_type } = channels.remove(req.params.id)
          writeAudit(req, 'notification.delete', { id, name, notify_type })
        })
        return ok
      },
    )

    app.post(
      '/api/notifications/:id/test',
      {
        config: admin,
        schema: {
          summary: 'Sends a test notification, even if the channel is disabled; 502 with the reason if it fails',
          params: Params,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { row, type, config } = channels.stored(req.params.id)
        writeAudit(req, 'notification.test', { id: row.id, name: row.name, notify_type: row.notify_type })
        await test(type, config, row)
        return ok
      },
    )

    app.post(
      '/api/notifications/test',
      {
        config: admin,
        schema: {
          summary: 'Sends a test notification through an unsaved channel; masks stand for the secrets of channel `id`',
          body: Type.Composite([ChannelInput, Type.Object({ id: Type.Optional(Type.String()) })]),
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { id, name, notify_type } = req.body
        const { type, config } = channels.unsaved(req.body, id)
        writeAudit(req, 'notification.test', { id: id ?? null, name: name.slice(0, 100), notify_type, stored: false })
        await test(type, config)
        return ok
      },
    )
  }
