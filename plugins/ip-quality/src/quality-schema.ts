import { type Static, Type } from '@sinclair/typebox'
import { DisplayName, FilledLine, Nullable, OneOf, Timestamp, textRule } from '@svc/plugin-sdk'
import {
  defaultTimeoutMs,
  maxHeaders,
  maxIntervalHours,
  maxRules,
  maxTimeoutMs,
  minIntervalHours,
  minTimeoutMs,
  Rule,
  requestMethods,
  snapshotFields,
  unlockResultFields,
  unlockStatuses,
} from './wire.ts'

const Timeout = (options = {}) => Type.Integer({ minimum: minTimeoutMs, maximum: maxTimeoutMs, ...options })
/** Name and value. As an array of texts, because descriptions of APIs have no tuples. */
const Header = Type.Unsafe<[name: string, value: string]>(
  Type.Array(Type.String({ maxLength: 4096 }), { minItems: 2, maxItems: 2, examples: [['Accept-Language', 'en']] }),
)

/** The request of a custom check. */
export const ServiceRequest = Type.Object({
  url: Type.String(),
  method: OneOf(...requestMethods),
  headers: Type.Array(Header),
  timeout_ms: Timeout(),
})
export type ServiceRequest = Static<typeof ServiceRequest>

/** A service that is checked. Built-in ones have neither request nor rules: their checks are files. */
export const UnlockService = Type.Object({
  id: Type.String(),
  key: Type.String(),
  name: Type.String(),
  category: Type.String(),
  popularity: Type.Integer(),
  is_builtin: Type.Boolean(),
  enabled: Type.Boolean(),
  detector: Nullable(Type.String()),
  request: Nullable(ServiceRequest),
  rules: Nullable(Type.Array(Rule)),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type UnlockService = Static<typeof UnlockService>

const RequestInput = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, examples: ['https://www.example.com/'] }),
  method: Type.Optional(OneOf(...requestMethods)),
  headers: Type.Optional(Type.Array(Header, { maxItems: maxHeaders })),
  timeout_ms: Type.Optional(Timeout({ description: `milliseconds for the whole check, default ${defaultTimeoutMs}` })),
})
export type RequestInput = Static<typeof RequestInput>

export const ServiceInput = Type.Object({
  name: DisplayName(60),
  category: FilledLine(30),
  popularity: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description: 'higher comes first, default 0' })),
  enabled: Type.Optional(Type.Boolean()),
  request: RequestInput,
  rules: Type.Array(Rule, { minItems: 1, maxItems: maxRules, description: 'the first that matches decides' }),
})
export type ServiceInput = Static<typeof ServiceInput>

export const ServiceChange = Type.Partial(ServiceInput)
export type ServiceChange = Static<typeof ServiceChange>

export const RiskProvider = Type.Object({
  id: Type.String(),
  name: Type.String(),
  website: Type.String(),
  /** whether it takes an API key */
  key: OneOf('none', 'optional', 'required'),
  has_key: Type.Boolean(),
  /** requests are encrypted */
  is_encrypted: Type.Boolean(),
})
export type RiskProvider = Static<typeof RiskProvider>

const ProviderId = Type.String({ maxLength: 40, description: '`none`, or the id of a provider' })

export const IpQualitySettings = Type.Object({
  check_interval_hours: Type.Integer(),
  risk_provider: Type.String(),
  risk_provider_fallback: Type.String(),
  providers: Type.Array(RiskProvider),
  /** files of the data directory that are not used */
  problems: Type.Array(Type.Object({ file: Type.String(), reason: Type.String() })),
})
export type IpQualitySettings = Static<typeof IpQualitySettings>

export const IpQualitySettingsChange = Type.Object({
  check_interval_hours: Type.Optional(Type.Integer({ minimum: minIntervalHours, maximum: maxIntervalHours })),
  risk_provider: Type.Optional(ProviderId),
  risk_provider_fallback: Type.Optional(ProviderId),
  /** by provider; null deletes the key */
  api_keys: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 40 }),
      Nullable(Type.String({ maxLength: 500, ...textRule(/^[\x21-\x7e]+$/u, 'ip-quality.KEY_TEXT') })),
      {
        maxProperties: 20,
      },
    ),
  ),
})
export type IpQualitySettingsChange = Static<typeof IpQualitySettingsChange>

export const UnlockResult = Type.Object(unlockResultFields)
export type UnlockResult = Static<typeof UnlockResult>

export const IpQualitySnapshot = Type.Object(snapshotFields)
export type IpQualitySnapshot = Static<typeof IpQualitySnapshot>

export const ServerIpQuality = Type.Object({
  server_id: Type.String(),
  unlock_results: Type.Array(UnlockResult),
  ip_quality: Nullable(IpQualitySnapshot),
})
export type ServerIpQuality = Static<typeof ServerIpQuality>

export const UnlockEvent = Type.Object({
  id: Type.String(),
  server_id: Type.String(),
  service_id: Type.String(),
  old_status: OneOf(...unlockStatuses),
  new_status: OneOf(...unlockStatuses),
  changed_at: Timestamp,
})
export type UnlockEvent = Static<typeof UnlockEvent>
