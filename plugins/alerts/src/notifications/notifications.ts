import type { Core, Registry, Routes } from '@svc/plugin-sdk'
import type { Audit, Outbound, Secrets } from '@svc/plugin-system/contract'
import type { AlertsConfig } from '../config.ts'
import { type ChannelType, groupDeleted, type Notice } from '../contract.ts'
import type { SendToGroup } from '../grouping/grouper.ts'
import type { RulesStore } from '../rules/rules-store.ts'
import { makeBark } from './channel-types/bark.ts'
import { makeEmail } from './channel-types/email/email.ts'
import { makeMailer } from './channel-types/email/mailer.ts'
import { makeTelegram } from './channel-types/telegram.ts'
import { makeWebhook } from './channel-types/webhook.ts'
import { storedConfigs } from './channels/channel-configs.ts'
import { channelRoutes } from './channels/channel-routes.ts'
import { makeChannels } from './channels/channels.ts'
import { type ChannelRow, channelsStore } from './channels/channels-store.ts'
import { makeTestChannel } from './channels/test-channel.ts'
import { makeDeliver } from './deliver.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { makeGroups } from './groups/groups.ts'
import { groupsStore } from './groups/groups-store.ts'
import { makeHttpRequest } from './http-request.ts'
import { deliveriesStore } from './outbox/deliveries-store.ts'
import { deliveryRoutes } from './outbox/delivery-routes.ts'
import { makeEnqueue } from './outbox/enqueue.ts'
import { receiptsStore } from './outbox/receipts-store.ts'
import { makeSender } from './outbox/sender.ts'
import { render } from './render.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'emit' | 'text'> {
  readonly audit: Audit
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly config: Pick<AlertsConfig, 'notifications' | 'smtp' | 'resend' | 'telegram'>
  readonly channelTypes: Registry<ChannelType>
  readonly rules: Pick<RulesStore, 'countByGroup' | 'clearGroup'>
}

/** Channels, groups, and the queue of deliveries. */
export function makeNotifications(context: Context) {
  const { db, clock, audit, config, outbound, channelTypes: types, rules, emit, text } = context
  const { language } = config.notifications
  const store = channelsStore(db)
  const deliveries = deliveriesStore(db)
  const groupsTable = groupsStore(db)
  const configs = storedConfigs({ secrets: context.secrets, types })
  const channels = makeChannels({ clock, store, deliveries, configs, types, text })
  const groups = makeGroups({
    clock,
    store: groupsTable,
    channels: store,
    rules,
    onDelete: (groupId) => emit(groupDeleted, { groupId }),
  })
  const request = makeHttpRequest({ outbound, clock })
  const mailer = makeMailer({ outbound, request, smtp: config.smtp, resend: config.resend })
  const deliver = makeDeliver(context)
  const sender = makeSender({ ...context, channels: store, configs, deliveries, receipts: receiptsStore(db), deliver })
  const enqueue = makeEnqueue({ clock, deliveries, language, text })

  /** Whether messages on this channel can be replaced. */
  function canReplace(channel: ChannelRow): boolean {
    const type = configs.typeOf(channel.notify_type)
    const config = type?.replaces && configs.read(channel)
    return config ? (type?.replaces?.(config) ?? false) : false
  }

  const send: SendToGroup = (groupId, write, skippedGroupIds) => {
    const skipped = new Set(skippedGroupIds.flatMap(groupsTable.channelsOf))
    for (const id of groupsTable.channelsOf(groupId)) {
      const channel = skipped.has(id) ? undefined : store.get(id)
      const notice = channel?.enabled ? write(canReplace(channel)) : undefined
      if (channel && notice) enqueue(channel, notice)
    }
    sender.wake()
  }

  const routes: Routes = async (app) => {
    const test = makeTestChannel({ clock, deliveries, deliver, language, text })
    await app.register(channelRoutes({ audit, channels, types, test, text }))
    await app.register(groupRoutes({ audit, groups }))
    await app.register(deliveryRoutes({ audit, clock, deliveries, channels: store, sender, text }))
  }

  return {
    hasGroup: groups.exists,
    reaches: (groupId: string) => groupsTable.channelsOf(groupId).some((id) => store.get(id)?.enabled === 1),
    /** Queues a notification of its own, in the caller's transaction. */
    notify(groupId: string, notice: Notice): void {
      const outgoing = render(notice, language, text)
      db.transaction(() => send(groupId, () => outgoing, []))
    },
    mailer,
    groups: groupsTable,
    sendToGroup: send,
    channelTypes: [
      makeWebhook(request),
      makeTelegram(request, config.telegram.base_url),
      makeBark(request),
      makeEmail(mailer),
    ],
    send: sender.pump,
    routes,
    close: sender.close,
  }
}
export type NotificationParts = ReturnType<typeof makeNotifications>
