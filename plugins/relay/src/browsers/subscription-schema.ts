import { type Static, Type } from '@sinclair/typebox'
import { DisplayName, nameSchemas, Timestamp, textRule } from '@svc/plugin-sdk'

const base64url = '[A-Za-z0-9_-]'

/** Where the push service of a browser takes messages for it, and how they are encrypted. */
export const Subscription = Type.Object({
  endpoint: Type.String({
    maxLength: 2048,
    examples: ['https://push.example.com/send/abc'],
    ...textRule(/^https:\/\/[^\s/?#@]+\/\S*$/, 'relay.ENDPOINT'),
  }),
  keys: Type.Object({
    p256dh: Type.String({
      examples: [`B${'A'.repeat(86)}`],
      ...textRule(RegExp(`^B${base64url}{86}$`), 'relay.SUBSCRIPTION_KEY'),
    }),
    auth: Type.String({
      examples: ['A'.repeat(22)],
      ...textRule(RegExp(`^${base64url}{21}[AQgw]$`), 'relay.SUBSCRIPTION_KEY'),
    }),
  }),
  origin: Type.String({
    maxLength: 253,
    description: 'address of the page that subscribed',
    examples: ['https://svc.example.com'],
    ...textRule(/^https?:\/\/[^\s/?#@]+$/, 'relay.ORIGIN'),
  }),
})
export type Subscription = Static<typeof Subscription>

export const SubscriptionInput = Type.Composite([
  Subscription,
  Type.Object({
    name: DisplayName(64),
    language: Type.String({
      examples: ['en'],
      ...textRule(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, 'relay.LANGUAGE'),
    }),
  }),
])
export type SubscriptionInput = Static<typeof SubscriptionInput>

/** A browser that gets notifications. */
export const Browser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  /** of its subscription, so that a page can tell whether it is this browser */
  endpoint_hash: Type.String(),
})
export type Browser = Static<typeof Browser>

const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const Time = Type.String({ examples: ['22:00'], ...textRule(time, 'relay.TIME') })

/** What the caller wants to be told. */
export const PushPreferences = Type.Object({
  alerts: Type.Boolean(),
  security: Type.Boolean(),
  task_failure: Type.Boolean(),
  task_success: Type.Boolean(),
  upgrades: Type.Boolean(),
  quiet_from: Type.Union([Time, Type.Null()]),
  quiet_to: Type.Union([Time, Type.Null()]),
  time_zone: Type.String({ minLength: 1, maxLength: 64 }),
})
export type PushPreferences = Static<typeof PushPreferences>

/** Everything that the page of notifications shows. */
export const WebPush = Type.Object({
  public_key: Type.String({ description: 'of this server, for subscriptions' }),
  worker: Type.String({ description: 'path of the service worker' }),
  browsers: Type.Array(Browser),
  preferences: PushPreferences,
  available: Type.Array(Type.String(), { description: 'categories that the caller may choose' }),
})
export type WebPush = Static<typeof WebPush>

/** What became of a test notification. */
export const BrowserTest = Type.Object({ event_id: Type.String(), outcome: Type.String(), reason: Type.String() })
export type BrowserTest = Static<typeof BrowserTest>

nameSchemas({ BrowserSubscriptionInput: SubscriptionInput, Browser, PushPreferences, WebPush, BrowserTest })
