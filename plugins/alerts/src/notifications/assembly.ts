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
import { makeChannels } from './channels/channels.ts'
import { channelsStore } from './channels/channels-store.ts'
import { storedConfigs } from './channels/stored-config.ts'
import { makeTestChannel } from './channels/test-channel.ts'
import { makeDeliver } from './deliver.ts'
import { makeGroups } from './groups/groups.ts'
import { groupsStore } from './groups/groups-store.ts'
import { makeAsk } from './http-answer.ts'
import type { NotificationsConfig } from './notifications-config.ts'
import { deliveriesStore } from './outbox/deliveries-store.ts'
import { makeEnqueue } from './outbox/enqueue.ts'
import { makeSender } from './outbox/sender.ts'
import { render } from './render.ts'
import { channelRoutes } from './routes/channel-routes.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { groupRoutes } from './routes/group-routes.ts'
import { makeTrace } from './trace.ts'
import { makeBark } from './types/bark.ts'
import { makeEmail } from './types/email/email.ts'
import { makeTelegram } from './types/telegram.ts'
import { makeWebhook } from './types/webhook.ts'

export interface NotificationsContext extends Pick<Core, 'db' | 'clock' | 'log'> {
  readonly audit: Audit
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly config: NotificationsConfig
  /** of the point `channels` */
  readonly channels: Registry<ChannelType>
  /** alert rules that use a group */
  readonly ruleUses: (groupId: string) => number
  /** runs in the transaction that deletes a group */
  readonly forgetGroup: (groupId: string) => void
  emit<T>(event: EventRef<T>, payload: T): void
}

/** What the plugin adds to its own parts. */
export interface NotificationsParts {
  readonly service: Notifications
  readonly contributes: readonly Contribution[]
  readonly jobs: readonly Job[]
  readonly routes: Routes
  close(): Promise<void>
}

/** Channels, groups and what waits to be sent through them. */
export function makeNotifications(context: NotificationsContext): NotificationsParts {
  const { db, clock, log, outbound, config, channels: types, ruleUses, forgetGroup, emit } = context
  const { language } = config.notifications
  const [store, deliveries, groupRows] = [channelsStore(db), deliveriesStore(db), groupsStore(db)]
  const configs = storedConfigs({ secrets: context.secrets, types })
  const channels = makeChannels({ db, clock, store, deliveries, configs, types })
  const groups = makeGroups({ db, clock, store: groupRows, channels: store, ruleUses })
  const ask = makeAsk({ outbound, clock })
  const deliver = makeDeliver({ clock, log })
  const sender = makeSender({ clock, log, channels: store, configs, deliveries, deliver })
  const enqueue = makeEnqueue({ clock, deliveries, language })
  const trace = makeTrace(context.audit)
  const forget = (groupId: string) => {
    forgetGroup(groupId)
    emit(groupDeleted, { groupId })
  }

  function notify(groupId: string, notice: Notice): void {
    const listening = groupRows.channelsOf(groupId).map(store.get)
    const outgoing = render(notice, language)
    db.transaction(() => {
      for (const channel of listening) if (channel?.enabled) enqueue(channel, outgoing)
    })
    sender.wake()
  }

  return {
    service: { hasGroup: groups.exists, notify },
    contributes: [
      ...contribute(
        channelPoint,
        makeWebhook(ask),
        makeTelegram(ask, config.telegram.base_url),
        makeBark(ask),
        makeEmail({ outbound, ask, smtp: config.smtp, resend: config.resend }),
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
      app.register(channelRoutes({ db, channels, types, test, trace }))
      app.register(groupRoutes({ db, groups, forget, trace }))
      app.register(deliveryRoutes({ clock, deliveries, channels: store, sender, trace }))
    },
    close: sender.close,
  }
}
