import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullable, nullish, optional, str, u32, unixSeconds } from '@svc/protocol'

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Union(names.map((name) => Type.Literal(name as Names[number])))

/** What a check says of a service, seen from one host. */
export const unlockStatuses = ['unlocked', 'restricted', 'blocked', 'failed', 'unsupported'] as const
export type UnlockStatus = (typeof unlockStatuses)[number]

export const maxServices = 100
export const maxRules = 20
export const maxHeaders = 32
export const minTimeoutMs = 1000
export const maxTimeoutMs = 30_000
export const defaultTimeoutMs = 10_000
export const minIntervalHours = 1
export const maxIntervalHours = 168
export const defaultIntervalHours = 12

const StatusCode = Type.Integer({ minimum: 100, maximum: 599 })
const Pattern = Type.String({ minLength: 1, maxLength: 500 })

/** What a response must be like. Patterns are regular expressions of JavaScript in Unicode mode. */
export const Match = Type.Union([
  Type.Object({ kind: Type.Literal('status_equals'), code: StatusCode }),
  Type.Object({ kind: Type.Literal('status_in_range'), min: StatusCode, max: StatusCode }),
  Type.Object({ kind: Type.Literal('body_regex'), pattern: Pattern }),
  Type.Object({ kind: Type.Literal('redirect_matches'), pattern: Pattern }),
])
export type Match = Static<typeof Match>

/** The first rule that matches decides. */
export const Rule = Type.Object({ match: Match, result: oneOf(unlockStatuses) })
export type Rule = Static<typeof Rule>

export const requestMethods = ['GET', 'HEAD', 'POST'] as const

const Headers = Type.Array(Type.Tuple([Type.String({ maxLength: 128 }), Type.String({ maxLength: 4096 })]), {
  maxItems: maxHeaders,
})
const Timeout = Type.Integer({ minimum: minTimeoutMs, maximum: maxTimeoutMs })
const Url = Type.String({ minLength: 1, maxLength: 2048 })

export const CheckRequest = Type.Object({
  url: Url,
  method: oneOf(requestMethods),
  headers: Headers,
  timeout_ms: Timeout,
})
export type CheckRequest = Static<typeof CheckRequest>

/** A request of a check with several, and what its response says. */
export const CheckStep = Type.Object({
  url: Url,
  method: Type.Optional(oneOf(requestMethods)),
  rules: Type.Array(Rule, { maxItems: maxRules }),
  /** where the response names the country: the first group of the pattern, in the body or in the address after redirects */
  region: Type.Optional(
    Type.Array(Type.Object({ in: Type.Union([Type.Literal('body'), Type.Literal('url')]), pattern: Pattern }), {
      maxItems: 5,
    }),
  ),
})
export type CheckStep = Static<typeof CheckStep>

/**
 * A check as data: its requests in order, until a rule of one matches. Without any match it is failed. Headers and timeout are
 * those of all requests together.
 */
export const Check = Type.Object({
  headers: Type.Optional(Headers),
  timeout_ms: Type.Optional(Timeout),
  steps: Type.Array(CheckStep, { minItems: 1, maxItems: 5 }),
})
export type Check = Static<typeof Check>

/** A service as agents get it. Our agents take `check`, others know built-in services by `detector`. */
export const SyncedService = Type.Object({
  id: str(),
  key: str(),
  detector: nullish(str()),
  request: nullish(CheckRequest),
  rules: nullish(Type.Array(Rule, { maxItems: maxRules })),
  /** ours */
  check: nullish(Check),
})
export type SyncedService = Static<typeof SyncedService>

/** Where a host learns its public address: the first group of the pattern. */
export const EgressSource = Type.Object({ url: Url, pattern: Pattern })
export type EgressSource = Static<typeof EgressSource>

/** Server to agent: all services to check. */
export const IpQualitySync = defineMessage('ip_quality_sync', {
  /** `SyncedService` each; one that an agent cannot read must not hide the others */
  services: Type.Array(Type.Unknown()),
  /** 0 stands for the default */
  interval_hours: u32(),
  /** ours */
  egress: optional(Type.Array(EgressSource, { maxItems: 5 })),
  /** ours: results are acknowledged once they are stored */
  acknowledges: optional(Type.Boolean()),
})

/** Server to agent: check all services now. */
export const IpQualityRunNow = defineMessage('ip_quality_run_now', {})

export const AgentResult = Type.Object({
  service_id: str(),
  status: oneOf(unlockStatuses),
  region: nullish(str()),
  latency_ms: nullish(u32()),
  detail: nullish(str()),
})
export type AgentResult = Static<typeof AgentResult>

/** Agent to server. */
export const UnlockResults = defineMessage('unlock_results', {
  egress_ip: str(),
  /** `AgentResult` each; an invalid one must not hide the others */
  results: Type.Array(Type.Unknown()),
  checked_at: unixSeconds(),
  /** ours: acknowledged with it once the results are stored */
  msg_id: optional(str()),
})

/** The latest result of a service on a server, as REST and browsers get it. */
export const unlockResultFields = {
  id: str(),
  server_id: str(),
  service_id: str(),
  status: oneOf(unlockStatuses),
  /** code of a country */
  region: nullable(str()),
  latency_ms: nullable(u32()),
  detail: nullable(str()),
  /** RFC 3339 */
  checked_at: str(),
}

export const ipTypes = ['residential', 'mobile', 'business', 'hosting', 'unknown'] as const
export const riskLevels = ['low', 'medium', 'high', 'unknown'] as const
export type RiskLevel = (typeof riskLevels)[number]

const score = () => Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()])

/** What is known of the address of a server, as REST and browsers get it. */
export const snapshotFields = {
  ip: str(),
  asn: nullable(str()),
  as_org: nullable(str()),
  country: nullable(str()),
  region: nullable(str()),
  city: nullable(str()),
  ip_type: oneOf(ipTypes),
  is_proxy: Type.Boolean(),
  is_vpn: Type.Boolean(),
  is_hosting: Type.Boolean(),
  is_tor: Type.Boolean(),
  is_abuser: Type.Boolean(),
  is_mobile: Type.Boolean(),
  risk_score: score(),
  risk_level: oneOf(riskLevels),
  asn_abuser_score: score(),
  abuse_email: nullable(str()),
  /** RFC 3339 */
  checked_at: str(),
}

/** Server to browser. A snapshot of null keeps the former one. */
export const IpQualityUpdate = defineMessage('ip_quality_update', {
  server_id: str(),
  unlock_results: Type.Array(Type.Object(unlockResultFields)),
  ip_quality: Type.Union([Type.Object(snapshotFields), Type.Null()]),
})
