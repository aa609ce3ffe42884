import { Type } from '@sinclair/typebox'
import { type Core, data, Ok, ok, type Principal, type Registry, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ChannelType } from '../../contract.ts'
import { Channel, ChannelInput, ChannelTypeView } from '../notification-schema.ts'
import { type Channels, typeView } from './channels.ts'
import type { TestChannel } from './test-channel.ts'

interface Dependencies {
  readonly audit: Audit
  readonly channels: Channels
  readonly types: Registry<ChannelType>
  readonly test: TestChannel
  readonly text: Core['text']
}

const Params = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

/** What an audit entry says about a channel. */
const identity = ({ id, name, notify_type }: Pick<Channel, 'id' | 'name' | 'notify_type'>) => ({
  id,
  name,
  notify_type,
})

export const channelRoutes =
  ({ audit, channels, types, test, text }: Dependencies): Routes =>
  async (app) => {
    const writeTest = ({ principal, ip }: { principal: Principal; ip: string }, detail: object) =>
      audit.write({ userId: principal.userId, ip, action: 'notification.test', detail: { ...detail } })

    app.get(
      '/api/notification-types',
      {
        config: admin,
        schema: { summary: 'Channel types', response: { 200: data(Type.Array(ChannelTypeView)) } },
      },
      async () => ({ data: types.all().map((type) => typeView(type, text)) }),
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
        data: audit.act(
          req,
          'notification.create',
          () => channels.create(req.body),
          (channel) => identity(channel),
        ),
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
          body: Type.Partial(ChannelInput, { title: 'ChannelChanges' }),
          response: { 200: data(Channel) },
        },
      },
      async (req) => ({
        data: channels.view(
          audit.act(
            req,
            'notification.update',
            () => channels.update(req.params.id, req.body),
            ({ row, from }) => ({
              id: row.id,
              from: { name: from.name, notify_type: from.notify_type, enabled: from.enabled === 1 },
              to: { name: row.name, notify_type: row.notify_type, enabled: row.enabled === 1 },
              config_changed: row.config_json !== from.config_json || row.sealed_secrets !== from.sealed_secrets,
            }),
          ).row,
        ),
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
        audit.act(
          req,
          'notification.delete',
          () => channels.remove(req.params.id),
          (channel) => identity(channel),
        )
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
        writeTest(req, identity(row))
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
        const detail = { id: id ?? null, name: name.slice(0, 100), notify_type, stored: false }
        writeTest(req, detail)
        await test(type, config)
        return ok
      },
    )
  }
