import { type Static, Type } from '@sinclair/typebox'

/** Where a device token belongs. */
export const Environment = Type.Union([Type.Literal('sandbox'), Type.Literal('production')])
export type Environment = Static<typeof Environment>

const hex = '[0-9a-f]'
const uuid = `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`
/** Names of keys are compared as they are, and some platforms write them in upper case. */
const anyUuid = uuid.replaceAll(hex, '[0-9a-fA-F]')
const digit = '[A-Za-z0-9+/]'
/** Base64 in its only canonical form: the unused bits of the last digit are zero. */
const base64 = `^(?:${digit}{4})*(?:${digit}[AQgw]==|${digit}{2}[AEIMQUYcgkosw048]=)?$`

/** An encrypted notification. Who decrypts it binds it to the identity, the event and its expiry. */
export const Envelope = Type.Object(
  {
    version: Type.Literal(1),
    key_id: Type.String({ pattern: anyUuid, description: 'names the key of the installation' }),
    identity: Type.String({ pattern: `^${hex}{64}$`, description: 'SHA-256 of deployment, user and installation' }),
    nonce: Type.String({ pattern: `^${digit}{16}$`, description: '12 bytes' }),
    ciphertext: Type.String({ pattern: base64, minLength: 24, maxLength: 2760, description: '16 to 2070 bytes' }),
  },
  { additionalProperties: false },
)
export type Envelope = Static<typeof Envelope>

/** Seconds between the creation of a notification and its expiry. */
export const lifetimeSeconds = 1800

/** The body of `POST /v1/send`. */
export const SendRequest = Type.Object(
  {
    device_token: Type.String({ pattern: `^(?:${hex}{2})+$`, minLength: 2, maxLength: 1024 }),
    environment: Environment,
    event_id: Type.String({ pattern: uuid, description: 'also the id of the message at the push service' }),
    expires_at: Type.Integer({
      exclusiveMinimum: 0,
      description: `epoch seconds, at most ${lifetimeSeconds} s ahead; a minute more for clocks that differ`,
    }),
    envelope: Envelope,
  },
  { additionalProperties: false },
)
export type SendRequest = Static<typeof SendRequest>

/** What became of a notification. */
export const Outcome = Type.Union([
  Type.Literal('accepted'),
  Type.Literal('retryable'),
  Type.Literal('permanent'),
  Type.Literal('expired'),
])
export type Outcome = Static<typeof Outcome>

/** The response of `POST /v1/send`. */
export const SendResult = Type.Object({
  outcome: Outcome,
  reason: Type.String({ maxLength: 64 }),
  device_invalid: Type.Boolean({ description: 'the push service confirmed that the device is unregistered' }),
})
export type SendResult = Static<typeof SendResult>
