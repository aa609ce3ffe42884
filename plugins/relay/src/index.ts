import { channels } from '@svc/plugin-alerts/contract'
import { users } from '@svc/plugin-auth/contract'
import { servers } from '@svc/plugin-enrollment/contract'
import { installationStates, mobileSessions } from '@svc/plugin-mobile/contract'
import {
  contribute,
  credentialsRevoked,
  definePlugin,
  listen,
  makeRateLimiter,
  optional,
  pluginAdministration,
} from '@svc/plugin-sdk'
import { audit, outbound, rateLimits, retentionTiers, secrets } from '@svc/plugin-system/contract'
import { runObservers } from '@svc/plugin-tasks/contract'
import { upgradeObservers } from '@svc/plugin-upgrade/contract'
import { browserRoutes } from './browsers/browser-routes.ts'
import { makeBrowsers } from './browsers/browsers.ts'
import { browsersStore } from './browsers/browsers-store.ts'
import { makePreferences } from './browsers/preferences.ts'
import { makeVapid } from './browsers/vapid.ts'
import { config } from './config.ts'
import { eventsStore } from './events/events-store.ts'
import { makePushEvents } from './events/push-events.ts'
import { relayTables } from './migrations/001-relay.ts'
import { makeDispatcher } from './outbox/dispatcher.ts'
import { outboxStore } from './outbox/outbox-store.ts'
import { makeRelayClient } from './outbox/relay-client.ts'
import { phoneRoutes } from './phones/phone-routes.ts'
import { makePhoneSender } from './phones/phone-sender.ts'
import { makePhones } from './phones/phones.ts'
import { phonesStore } from './phones/phones-store.ts'
import { makeAlertChannel } from './sources/alert-channel.ts'
import { makeRunObserver, makeUpgradeObserver } from './sources/observers.ts'
import { makeSecurityListener, securityEventStored } from './sources/security-events.ts'
import { makeTestNotifications } from './sources/test-notifications.ts'

/** Days for which receipts are kept. */
const receiptDays = 7
const testLimit = { max: 20, windowMs: 15 * 60_000 }

export default definePlugin({
  id: 'relay',
  config,
  requires: {
    audit,
    mobileSessions: optional(mobileSessions),
    outbound,
    plugins: pluginAdministration,
    secrets,
    servers,
    users,
  },
  migrations: [relayTables],
  setup(context) {
    const { audit, clock, config, db, mobileSessions, pageFile, plugins } = context
    const { url } = config.push_relay
    // Without the plugin of phones, none has a session.
    const sessions = mobileSessions ?? { find: () => undefined }
    const phonesTable = phonesStore(db)
    const browsersTable = browsersStore(db)
    const outbox = outboxStore(db)
    const relay = url === '' ? undefined : makeRelayClient({ ...context, url })
    const hasRelay = relay !== undefined
    const hasTasks = () => plugins.list().some(({ id, state }) => id === 'tasks' && state === 'running')
    const phones = makePhones({ ...context, store: phonesTable, sessions, hasRelay, hasTasks })
    const preferencesOf = makePreferences(browsersTable)
    const vapid = makeVapid({ ...context, store: browsersTable, contact: config.web_push.contact })
    const browsers = makeBrowsers({
      ...context,
      outbound: context.outbound.withPrivate(config.web_push.allow_private),
      store: browsersTable,
      vapid,
      preferencesOf,
    })
    const phoneSender = makePhoneSender({ ...context, phones, store: phonesTable, sessions, relay })
    const dispatcher = makeDispatcher({
      ...context,
      store: outbox,
      senders: { phone: phoneSender, browser: browsers.sender },
    })
    const events = makePushEvents({
      ...context,
      store: eventsStore(db),
      outbox,
      phones,
      phonesStore: phonesTable,
      browsers,
      preferencesOf,
      dispatcher,
      hasRelay,
    })
    const tests = makeTestNotifications({ ...context, store: outbox, phonesStore: phonesTable, phones, dispatcher })
    const testLimiter = makeRateLimiter(testLimit, clock)
    const hasTargets = () =>
      browsersTable.after('', 1).length > 0 || (hasRelay && phonesTable.registered('', 1).length > 0)
    const sources = { ...context, events }
    return {
      contributes: [
        ...contribute(installationStates, {
          plugin: 'relay',
          sessionIds: phonesTable.sessionIdsOf,
          deleteFor: phonesTable.deleteFor,
        }),
        ...contribute(channels, makeAlertChannel({ ...sources, hasTargets })),
        ...contribute(runObservers, makeRunObserver(sources)),
        ...contribute(upgradeObservers, makeUpgradeObserver(sources)),
        ...contribute(rateLimits, { scope: 'push_test', ...testLimit, limiter: testLimiter }),
        ...contribute(retentionTiers, { table: 'relay_outbox', column: 'finished_at', days: receiptDays }),
      ],
      on: [listen(credentialsRevoked, browsers.revoked), listen(securityEventStored, makeSecurityListener(sources))],
      jobs: [
        {
          name: 'PushSender',
          every: 60_000,
          async run() {
            await events.flush()
            dispatcher.pump()
          },
        },
      ],
      routes: async (app) => {
        await app.register(phoneRoutes({ phones, tests, testLimiter, audit }))
        await app.register(
          browserRoutes({
            ...context,
            browsers,
            dispatcher,
            outbox,
            preferencesOf,
            store: browsersTable,
            testLimiter,
            vapid,
            workerPath: pageFile('push-worker.js'),
          }),
        )
      },
      ready() {
        // Without the plugin of phones nobody knows which sessions ended.
        if (mobileSessions) phones.removeEnded()
        browsers.removeRevoked()
        void events.flush()
        dispatcher.pump()
      },
      async close() {
        await events.close()
        await dispatcher.close()
        await relay?.close()
      },
    }
  },
})
