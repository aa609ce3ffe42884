import { Type } from '@sinclair/typebox'
import type { User, Users } from '@svc/plugin-auth/contract'
import {
  badRequest,
  type Clock,
  type Core,
  conflict,
  data,
  invalid,
  notFound,
  Ok,
  ok,
  type Principal,
  type RateLimiter,
  type Routes,
  text,
  toSeconds,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { categories, isAllowed, writeCategories } from '../category.ts'
import { lifetimeSeconds } from '../envelope/envelope.ts'
import type { Dispatcher } from '../outbox/dispatcher.ts'
import type { OutboxRow, OutboxStore } from '../outbox/outbox-store.ts'
import { newEventId } from '../push-event.ts'
import type { Browsers } from './browsers.ts'
import type { BrowsersStore } from './browsers-store.ts'
import type { PreferencesOf } from './preferences.ts'
import { Browser, BrowserTest, PushPreferences, SubscriptionInput, WebPush } from './subscription-schema.ts'
import type { Vapid } from './vapid.ts'

interface Dependencies {
  readonly audit: Audit
  readonly browsers: Browsers
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Core['db'], 'transaction'>
  readonly dispatcher: Pick<Dispatcher, 'wake'>
  readonly outbox: OutboxStore
  readonly preferencesOf: PreferencesOf
  readonly store: Pick<BrowsersStore, 'putPreferences'>
  readonly testLimiter: RateLimiter
  readonly users: Pick<Users, 'get'>
  readonly vapid: Vapid
  readonly workerPath: string
}

const config = { access: 'member' } as const
const Params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const TestParams = Type.Object({ id: Type.String({ maxLength: 64 }), event_id: Type.String({ maxLength: 64 }) })

const testView = ({ event_id, outcome, attempts, reason }: OutboxRow): BrowserTest => ({
  event_id,
  outcome: outcome === 'pending' && attempts > 0 ? 'retryable' : outcome,
  reason,
})

const isTimeZone = (name: string) => {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Notifications in browsers: the caller's own. */
export const browserRoutes =
  (deps: Dependencies): Routes =>
  async (app) => {
    const { audit, browsers, clock, db, dispatcher, outbox, preferencesOf, store, users, vapid } = deps
    const preferencesView = (user: Pick<User, 'id' | 'role'>): PushPreferences => {
      const { categories: chosen, quiet, timeZone } = preferencesOf(user)
      const wanted = Object.fromEntries(categories.map((one) => [one, chosen.includes(one)]))
      return {
        ...(wanted as Record<(typeof categories)[number], boolean>),
        quiet_from: quiet?.from ?? null,
        quiet_to: quiet?.to ?? null,
        time_zone: timeZone,
      }
    }
    const userOf = ({ userId, role }: Principal) => ({ id: userId, role })

    app.get(
      '/api/web-push',
      { config, schema: { summary: 'Own browsers and preferences', response: { 200: data(WebPush) } } },
      async ({ principal }) => ({
        data: {
          public_key: vapid.publicKey(),
          worker: deps.workerPath,
          browsers: browsers.list(principal.userId),
          preferences: preferencesView(userOf(principal)),
          available: categories.filter((one) => isAllowed(one, principal.role)),
        },
      }),
    )

    app.put(
      '/api/web-push/preferences',
      {
        config,
        schema: {
          summary: 'Chooses what the caller is told, and when',
          body: PushPreferences,
          response: { 200: data(PushPreferences) },
        },
      },
      async (req) => {
        const { quiet_from, quiet_to, time_zone, ...wanted } = req.body
        if ((quiet_from === null) !== (quiet_to === null)) throw invalid('quiet_to', 'relay.QUIET_BOTH')
        if (!isTimeZone(time_zone)) throw invalid('time_zone', 'relay.TIME_ZONE')
        const user = userOf(req.principal)
        const chosen = categories.filter((one) => wanted[one])
        const denied = chosen.find((one) => !isAllowed(one, user.role))
        if (denied) throw invalid(denied, 'relay.ADMIN_CATEGORY', { category: denied })
        store.putPreferences({
          user_id: user.id,
          categories: writeCategories(chosen),
          quiet_from,
          quiet_to,
          time_zone,
        })
        return { data: preferencesView(user) }
      },
    )

    app.post(
      '/api/web-push/browsers',
      {
        config,
        schema: {
          summary: 'Switches notifications on in the browser of the caller',
          body: SubscriptionInput,
          response: { 200: data(Browser) },
        },
      },
      async (req) => {
        if (req.principal.via !== 'cookie') throw badRequest('relay.NOT_A_WEB_SESSION')
        await browsers.check(req.body)
        const { browser } = audit.act(
          req,
          'push_browser_added',
          () => browsers.subscribe(req.principal, req.body),
          ({ browser, isNew }) => (isNew ? { name: browser.name } : undefined),
        )
        return { data: browser }
      },
    )

    app.delete(
      '/api/web-push/browsers/:id',
      { config, schema: { summary: 'Switches notifications off in a browser', params: Params, response: { 200: Ok } } },
      async (req) => {
        const remove = () => {
          const { id, name } = browsers.get(req.principal.userId, req.params.id)
          browsers.remove(id)
          return { name }
        }
        audit.act(req, 'push_browser_removed', remove, (detail) => detail)
        return ok
      },
    )

    app.post(
      '/api/web-push/browsers/:id/test',
      {
        config,
        schema: {
          summary: 'Sends a test notification to a browser',
          params: Params,
          response: { 200: data(BrowserTest) },
        },
      },
      async ({ params, principal }) => {
        const browser = browsers.get(principal.userId, params.id)
        deps.testLimiter.take(principal.userId)
        const event_id = newEventId()
        const ciphertext = await browsers.encryptFor(browser, {
          title: text('relay.TEST_TITLE'),
          text: text('relay.TEST_TEXT', { name: browser.name }),
          path: '/settings/push',
          tag: 'test',
        })
        if (!ciphertext) throw conflict('relay.BROWSER_UNREADABLE')
        const created_at = toSeconds(clock.now())
        db.transaction(() => {
          outbox.insert({
            event_id,
            target_kind: 'browser',
            target_id: browser.id,
            user_id: principal.userId,
            session_id: browser.session_id,
            revision: browser.revision,
            role: (users.get(principal.userId) ?? principal).role,
            category: 'test',
            created_at,
            expires_at: created_at + lifetimeSeconds,
            ciphertext,
            next_attempt_ms: clock.now(),
          })
          dispatcher.wake()
        })
        return { data: testView(outbox.get(event_id, browser.id) as OutboxRow) }
      },
    )

    app.get(
      '/api/web-push/browsers/:id/tests/:event_id',
      {
        config,
        schema: {
          summary: 'What became of a test notification',
          params: TestParams,
          response: { 200: data(BrowserTest) },
        },
      },
      async ({ params, principal }) => {
        const row = outbox.get(params.event_id, params.id)
        if (row?.user_id !== principal.userId || row.category !== 'test') throw notFound('relay.UNKNOWN_TEST')
        return { data: testView(row) }
      },
    )
  }
