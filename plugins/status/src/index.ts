import { mailer, silencers } from '@svc/plugin-alerts/contract'
import { agents, health, publishedServers, serverDeleted, servers, serverTables } from '@svc/plugin-enrollment/contract'
import { history, latest, plannedOutages } from '@svc/plugin-metrics/contract'
import { serviceStates } from '@svc/plugin-monitors/contract'
import { networkQuality } from '@svc/plugin-probes/contract'
import { addressKey, contribute, definePlugin, listen, makeRateLimiter, optional, type Routes } from '@svc/plugin-sdk'
import { audit, branding, outbound, rateLimits, retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { ipQualityPanels } from './contract.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { htmlRoutes } from './html/html-routes.ts'
import { previewRoutes } from './html/preview-routes.ts'
import { incidentRoutes } from './incidents/incident-routes.ts'
import { makeIncidents } from './incidents/incidents.ts'
import { incidentsStore } from './incidents/incidents-store.ts'
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts'
import { makeMaintenances } from './maintenance/maintenances.ts'
import { maintenancesStore } from './maintenance/maintenances-store.ts'
import { makePlannedOutages, makeSilencer } from './maintenance/planned-outages.ts'
import { statusTables } from './migrations/001-status.ts'
import { subscriberTables } from './migrations/002-subscribers.ts'
import { makePage, type Page } from './page/page.ts'
import { pageRoutes } from './page/page-routes.ts'
import { pageStore } from './page/page-store.ts'
import { makeMemo } from './public/memo.ts'
import { makePublicEvents } from './public/public-events.ts'
import { publicRoutes } from './public/public-routes.ts'
import { makePublicServers } from './public/public-servers.ts'
import { makePublicServices } from './public/public-services.ts'
import { makePublicStatus } from './public/public-status.ts'
import { incidentNotice, maintenanceNotice } from './subscribers/notice.ts'
import { makeSender } from './subscribers/sender.ts'
import { subscribersStore } from './subscribers/subscribers-store.ts'
import { subscriberRoutes, subscriptionRoutes } from './subscribers/subscription-routes.ts'
import { makeSubscriptions } from './subscribers/subscriptions.ts'

/** Requests per client address. */
const publicLimit = { max: 60, windowMs: 60_000 }
/** New subscriptions, which send messages to somebody: per client address, and in all. */
const subscribeLimit = { max: 5, windowMs: 3_600_000 }
const totalLimit = { max: 300, windowMs: 3_600_000 }

export default definePlugin({
  id: 'status',
  config,
  requires: {
    agents,
    audit,
    branding,
    health,
    outbound,
    publishedServers,
    scheduler,
    servers,
    history: optional(history),
    latest: optional(latest),
    mailer: optional(mailer),
    networkQuality: optional(networkQuality),
    serviceStates: optional(serviceStates),
  },
  points: { ipQualityPanels },
  migrations: [statusTables, subscriberTables],
  setup(context) {
    const { audit, clock, config, db, publishedServers, scheduler, serviceStates } = context
    const memo = makeMemo({ clock, revision: publishedServers.revision })
    const onChanged = memo.drop
    const page = makePage({ ...context, store: pageStore(db), monitorExists: serviceStates?.has, onChanged })
    const incidentsTable = incidentsStore(db)
    const subscribers = subscribersStore(db)
    const sender = makeSender({
      ...context,
      outbound: context.outbound.withPrivate(config.status.allow_private),
      page,
      store: subscribers,
    })
    const subscriptions = makeSubscriptions({ ...context, page, store: subscribers, wake: sender.wake })
    const incidents = makeIncidents({
      ...context,
      store: incidentsTable,
      onChanged,
      onPublished: (incident, update) => subscriptions.publish(incidentNotice(incident, update, clock.now())),
    })
    const windows = maintenancesStore(db)
    const maintenances = makeMaintenances({
      ...context,
      timezone: scheduler.timezone,
      store: windows,
      onChanged,
      onPublished: (window) => subscriptions.publish(maintenanceNotice(window, clock.now())),
    })
    const publicStatusOf = (page: Pick<Page, 'get'>) => {
      const servers = makePublicServers({ ...context, page, windows })
      return makePublicStatus({
        ...context,
        page,
        servers,
        services: makePublicServices({ ...context, page, windows }),
        events: makePublicEvents({ clock, incidents: incidentsTable, windows, servers }),
        subscriptions: subscriptions.types,
      })
    }
    const status = publicStatusOf(page)
    /** Read once after each write. */
    const shown = { get: memo.value(page.get), logo: memo.value(page.logo) }
    const limiter = makeRateLimiter(publicLimit, clock)
    const subscribeLimiter = makeRateLimiter(subscribeLimit, clock)
    const totalLimiter = makeRateLimiter(totalLimit, clock)
    const readerRoutes: Routes = async (app) => {
      app.addHook('onRequest', async ({ ip }) => limiter.take(addressKey(ip)))
      await app.register(publicRoutes({ status, page: shown, memo }))
      await app.register(feedRoutes({ ...context, status, page: shown, memo }))
      await app.register(htmlRoutes({ ...context, status, page: shown, memo }))
      await app.register(
        subscriptionRoutes({
          ...{ titleOfPage: () => page.get().title, text: context.text },
          ...{ subscriptions, subscribeLimiter, totalLimiter },
        }),
      )
    }
    const routes: Routes = async (app) => {
      await app.register(readerRoutes)
      await app.register(pageRoutes({ page, audit }))
      await app.register(incidentRoutes({ incidents, audit }))
      await app.register(maintenanceRoutes({ maintenances, audit }))
      await app.register(subscriberRoutes({ subscriptions, audit }))
      await app.register(previewRoutes({ ...context, page, publicStatusOf }))
    }
    const days = config.retention.status_history_days
    return {
      contributes: [
        ...contribute(
          serverTables,
          { table: 'status_page_servers', column: 'server_id' },
          { table: 'status_incident_servers', column: 'server_id' },
          { table: 'status_maintenance_servers', column: 'server_id' },
        ),
        // Null while an incident is open, and while a window has others to come.
        ...contribute(
          retentionTiers,
          { table: 'status_incidents', column: 'resolved_at', days },
          { table: 'status_maintenances', column: 'last_end_at', days },
          { table: 'status_occurrences', column: 'end_at', days },
        ),
        ...contribute(
          rateLimits,
          { scope: 'public', ...publicLimit, limiter },
          { scope: 'subscribe', ...subscribeLimit, limiter: subscribeLimiter },
        ),
        ...contribute(silencers, makeSilencer(windows)),
        ...contribute(plannedOutages, makePlannedOutages(windows)),
      ],
      on: [listen(serverDeleted, maintenances.removeWithoutServers)],
      jobs: [
        {
          name: 'MaintenanceSchedule',
          every: 3_600_000,
          run: () => {
            subscriptions.removeUnconfirmed()
            return maintenances.extend()
          },
        },
        { name: 'StatusMessages', every: 30_000, run: sender.pump },
      ],
      routes,
      ready: maintenances.removeWithoutServers,
      close: sender.close,
    }
  },
})
