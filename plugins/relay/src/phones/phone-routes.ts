import { type Static, Type } from '@sinclair/typebox'
import {
  badRequest,
  conflict,
  data,
  nameSchemas,
  notFound,
  Ok,
  ok,
  type Principal,
  type RateLimiter,
  type Routes,
  textRule,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { TestNotifications } from '../sources/test-notifications.ts'
import type { Caller, Phones } from './phones.ts'
import { Preferences, PushSetup, TestReceipt } from './push-schema.ts'

interface Dependencies {
  readonly phones: Phones
  readonly tests: TestNotifications
  readonly testLimiter: RateLimiter
  readonly audit: Audit
}

const Revision = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const hex = '[0-9a-fA-F]'
/** Some platforms write them in upper case. */
const Uuid = Type.String({
  examples: ['3f2b8c1e-7d44-4a7e-9c55-0b6f1d0e5c0a'],
  ...textRule(RegExp(`^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`), 'relay.UUID'),
})

/** An address that the app uses for this server: https, or http on the phone itself for development. */
const deployment = /^(?:https:\/\/[^\s/?#@]+|http:\/\/127\.0\.0\.1:\d{1,5})(?:\/[\x21-\x7e]*)?$/

const Settings = Type.Object({
  expected_revision: Revision,
  preferences: Type.Composite([
    Type.Omit(Preferences, ['upgrades']),
    Type.Partial(Type.Pick(Preferences, ['upgrades'])),
  ]),
})

const Registration = Type.Object({
  expected_revision: Revision,
  device_token: Type.String({
    maxLength: 1024,
    examples: ['00ff'.repeat(16)],
    ...textRule(/^(?:[0-9a-f]{2})+$/, 'relay.HEX'),
  }),
  environment: Type.Union([Type.Literal('sandbox'), Type.Literal('production')]),
  content_key_id: Uuid,
  content_key: Type.String({
    examples: [`${'A'.repeat(43)}=`],
    ...textRule(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, 'relay.KEY'),
  }),
  deployment_id: Type.String({
    maxLength: 512,
    examples: ['https://svc.example.com'],
    ...textRule(deployment, 'relay.DEPLOYMENT'),
  }),
})
export type Registration = Static<typeof Registration>

nameSchemas({ PhonePushSettings: Settings, Registration })

const config = { access: 'member' } as const

/** Before the body is checked: who is no phone is told nothing about it. */
const preValidation = async ({ principal }: { readonly principal: Principal }) => {
  if (principal.via !== 'bearer') throw unauthorized()
}

/** What phones do with their mobile session: a cookie or an API key is no phone. */
export const phoneRoutes =
  ({ phones, tests, testLimiter, audit }: Dependencies): Routes =>
  async (app) => {
    const callerOf = ({ credentialId }: Principal): Caller => {
      const caller = phones.caller(credentialId)
      if (!caller) throw badRequest('relay.NOT_A_MOBILE_SESSION')
      return caller
    }
    const detailOf = ({ session }: Caller) => ({
      device_name: session.deviceName,
      installation_id: session.installationId,
    })

    app.get(
      '/api/mobile/push/settings',
      {
        config,
        preValidation,
        schema: { summary: 'The push registration of this phone', response: { 200: data(PushSetup) } },
      },
      async (req) => ({ data: phones.setup(callerOf(req.principal)) }),
    )

    app.put(
      '/api/mobile/push/settings',
      {
        config,
        preValidation,
        schema: {
          summary: 'Chooses what this phone is notified of; disabling removes its registration',
          body: Settings,
          response: { 200: data(PushSetup) },
        },
      },
      async (req) => {
        const caller = callerOf(req.principal)
        const { expected_revision, preferences } = req.body
        const data = audit.act(
          req,
          'push_settings_changed',
          () => {
            const before = phones.setup(caller).revision
            const setup = phones.configure(caller, expected_revision, preferences)
            return { setup, isChanged: setup.revision !== before }
          },
          ({ isChanged }) => (isChanged ? { ...detailOf(caller), ...preferences } : undefined),
        )
        return { data: data.setup }
      },
    )

    app.post(
      '/api/mobile/push/encrypted-register',
      {
        config,
        preValidation,
        schema: {
          summary: 'Registers this phone for encrypted notifications',
          body: Registration,
          response: { 200: data(PushSetup) },
        },
      },
      async (req) => {
        const caller = callerOf(req.principal)
        const result = audit.act(
          req,
          'push_registered',
          () => {
            const before = phones.setup(caller).revision
            const setup = phones.register(caller, req.body)
            return { setup, isChanged: setup.revision !== before }
          },
          ({ isChanged }) => (isChanged ? detailOf(caller) : undefined),
        )
        return { data: result.setup }
      },
    )

    app.post(
      '/api/mobile/push/register',
      {
        config,
        preValidation,
        schema: {
          summary: 'Registers this phone on the older direct route, without encryption',
          body: Type.Object({ device_token: Type.String({ minLength: 1, maxLength: 1024 }) }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        const caller = callerOf(req.principal)
        audit.act(
          req,
          'push_registered',
          () => phones.registerDirect(caller, req.body.device_token),
          () => detailOf(caller),
        )
        return ok
      },
    )

    app.post(
      '/api/mobile/push/unregister',
      { config, preValidation, schema: { summary: 'Removes the registration of this phone', response: { 200: Ok } } },
      async (req) => {
        const caller = callerOf(req.principal)
        audit.act(
          req,
          'push_unregistered',
          () => phones.unregister(caller),
          (isRemoved) => (isRemoved ? detailOf(caller) : undefined),
        )
        return ok
      },
    )

    app.post(
      '/api/mobile/push/test',
      {
        config,
        preValidation,
        schema: {
          summary: 'Sends a test notification to this phone',
          body: Type.Object({ event_id: Uuid, expected_revision: Revision }),
          response: { 200: data(TestReceipt) },
        },
      },
      async (req) => {
        const caller = callerOf(req.principal)
        const { expected_revision } = req.body
        const event_id = req.body.event_id.toLowerCase()
        const earlier = tests.receipt(caller, event_id)
        if (earlier) return { data: earlier }
        const setup = phones.setup(caller)
        if (setup.revision !== expected_revision) throw conflict('relay.STALE_REVISION', { revision: setup.revision })
        if (!setup.test_available) throw conflict('relay.TEST_UNAVAILABLE')
        testLimiter.take(caller.session.installationId)
        return { data: tests.send(caller, event_id) }
      },
    )

    app.get(
      '/api/mobile/push/test/:event_id',
      {
        config,
        preValidation,
        schema: {
          summary: 'What became of a test notification',
          params: Type.Object({ event_id: Type.String({ maxLength: 64 }) }),
          response: { 200: data(TestReceipt) },
        },
      },
      async (req) => {
        const receipt = tests.receipt(callerOf(req.principal), req.params.event_id.toLowerCase())
        if (!receipt) throw notFound('relay.UNKNOWN_TEST')
        return { data: receipt }
      },
    )
  }
