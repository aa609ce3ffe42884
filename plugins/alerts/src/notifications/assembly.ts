import {
  type Contribution,
  type Core,
  contribute,
  type EventRef,
  type Job,
  type Registry,
  type Routes,
} from '@svc/plugin-sdk'
import { type Audit, type Outbound, retentionTiers, type Secrets } from '@svc/plugin-system/contract'
import {
  type ChannelType,
  channels as channelPoint,
  groupDeleted,
  type Notice,
  type Notifications,
} from '../contract.ts'
import { makeWriteAudit } from './audit.ts'
import { makeBark } from './channel-types/bark.ts'
import { makeEmail } from './channel-types/email/email.ts'
import { makeTelegram } from './channel-types/telegram.ts'
import { makeWebhook } from './channel-types/webhook.ts'
import { makeChannels } from './channels/channels.ts'
import { channelsStore } from './channels/channels-store.ts'
import { storedConfigs } from './channels/stored-configs.ts'
import { makeTestChannel } from './channels/test-channel.ts'
import type { NotificationsConfig } from './config.ts'
import { makeDeliver } from './deliver.ts'
import { makeGroups } from './groups/groups.ts'
import { groupsStore } from './groups/groups-store.ts'
import { makeHttpRequest } from './http-request.ts'
import { deliveriesStore } from './outbox/deliveries-store.ts'
import { makeEnqueue } from './outbox/enqueue.ts'
import { makeSender } from './outbox/sender.ts'
import { render } from './render.ts'
import { channelRoutes } from './routes/channel-routes.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { groupRoutes } from './routes/group-routes.ts'

export interface NotificationsContext extends Pick<Core, 'db' | 'clock' | 'log'> {
  readonly audit: Audit
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly config: NotificationsConfig
  /** all channel types */
  readonly channels: Registry<ChannelType>
  /** number of alert rules that use a group */
  readonly countRules: (groupId: string) => number
  /** removes a group from all rules, in the transaction that deletes it */
  readonly clearGroup: (groupId: string) => void
  emit<T>(event: EventRef<T>, payload: T): void
}

export interface NotificationsParts {
  readonly service: Notifications
  readonly contributes: readonly Contribution[]
  readonly jobs: readonly Job[]
  readonly routes: Routes
  close(): Promise<void>
}

export function makeNotifications(context: NotificationsContext): NotificationsParts {
  const { db, clock, log, outbound, config, channels: types, countRules, clearGroup, emit } = context
  const { language } = config.notifications
  const store = channelsStore(db)
  const deliveries = deliveriesStore(db)
  const groupRows = groupsStore(db)
  const configs = storedConfigs({ secrets: context.secrets, types })
  const channels = makeChannels({ db, clock, store, deliveries, configs, types })
  const groups = makeGroups({ db, clock, store: groupRows, channels: store, countRules })
  const request = makeHttpRequest({ outbound, clock })
  const deliver = makeDeliver({ clock, log })
  const sender = makeSender({ clock, log, channels: store, configs, deliveries, deliver })
  const enqueue = makeEnqueue({ clock, deliveries, language })
  const writeAudit = makeWriteAudit(context.audit)
  const onDelete = (groupId: string) => {
    clearGroup(groupId)
    emit(groupDeleted, { groupId })
  }

  function notify(groupId: string, notice: Notice): void {
    const groupChannels = groupRows.channelsOf(groupId).map(store.get)
    const outgoing = render(notice, language)
    db.transaction(() => {
      for (const channel of groupChannels) {
        if (channel?.enabled) enqueue(channel, outgoing)
      }
    })
    sender.wake()
  }

  return {
    service: { hasGroup: groups.exists, notify },
    contributes: [
      ...contribute(
        channelPoint,
        makeWebhook(request),
        makeTelegram(request, config.telegram.base_url),
        makeBark(request),
        makeEmail({ outbound, request, smtp: config.smtp, resend: config.resend }),
      ),
      ...contribute(retentionTiers, {
        table: 'alerts_deliveries',
        column: 'finished_at',
        days: config.retention.notification_deliveries_days,
      }),
    ],
    jobs: [{ name: 'NotificationSender', every: 5000, run: sender.pump }],
    routes: async (app) => {
      const test = makeTestChannel({ clock, deliveries, deliver, language })
      app.register(channelRoutes({ db, channels, types, test, writeAudit }))
      app.register(groupRoutes({ db, groups, onDelete, writeAudit }))
      app.register(deliveryRoutes({ clock, deliveries, channels: store, sender, writeAudit }))
    },
    close: sender.close,
  }
}
