import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  FilledLine,
  Instant,
  Line,
  Lines,
  Nullable,
  nameSchemas,
  OneOf,
  PageCursor,
  Timestamp,
  textRule,
} from '@svc/plugin-sdk'
import { AgentAuthority, Grant, OfferSummary } from '@svc/protocol'

/** A server in API responses. `remark` is null for members. */
export const ServerRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  cpu_name: Nullable(Type.String()),
  cpu_cores: Nullable(Type.Integer()),
  cpu_arch: Nullable(Type.String()),
  os: Nullable(Type.String()),
  kernel_version: Nullable(Type.String()),
  virtualization: Nullable(Type.String()),
  mem_total: Nullable(Type.Integer()),
  swap_total: Nullable(Type.Integer()),
  disk_total: Nullable(Type.Integer()),
  ipv4: Nullable(Type.String()),
  ipv6: Nullable(Type.String()),
  region: Nullable(Type.String()),
  country_code: Nullable(Type.String()),
  geo_manual: Type.Boolean(),
  agent_version: Nullable(Type.String()),
  group_id: Nullable(Type.String()),
  weight: Type.Integer(),
  hidden: Type.Boolean(),
  remark: Nullable(Type.String()),
  public_remark: Nullable(Type.String()),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  billing_cycle: Type.String(),
  billing_start_day: Type.Integer(),
  expired_at: Nullable(Timestamp),
  traffic_limit: Nullable(Type.Integer()),
  traffic_limit_type: Nullable(Type.String()),
  capabilities: Type.Integer(),
  agent_local_capabilities: Nullable(Type.Integer()),
  effective_capabilities: Nullable(Type.Integer()),
  temporary: Type.Array(Grant),
  protocol_version: Type.Integer(),
  features: Type.Array(Type.String()),
  agent_authority: AgentAuthority,
  has_token: Type.Boolean(),
  outstanding_enrollment: Nullable(OfferSummary),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ServerRecord = Static<typeof ServerRecord>

/** Name of a server or a group. */
export const Name = FilledLine(128)
const maxRemark = 2000
/** per server */
export const maxTags = 8
/** Blank tags are dropped. */
const Tag = Type.String({ ...textRule(/^\s*(?:[A-Za-z0-9_.-]{1,16}\s*)?$/u, 'enrollment.TAG', { max: 16 }) })
export const Tags = Type.Array(Tag, { maxItems: maxTags })
/** Lifetime of an offer. */
export const TtlSeconds = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 86_400, description: 'seconds, default 600' }),
)
const optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** Profile fields of creation and update. Absent: unchanged; null: cleared. */
const profileFields = {
  group_id: optional(Line(64, { description: 'id of an existing group' })),
  remark: optional(Lines(maxRemark, { description: 'visible to admins only' })),
  public_remark: optional(Lines(maxRemark)),
  price: optional(Type.Number({ minimum: 0, description: 'per billing cycle' })),
  currency: optional(Line(16)),
  billing_cycle: optional(OneOf('monthly', 'quarterly', 'yearly')),
  billing_start_day: optional(Type.Integer({ minimum: 1, maximum: 28, description: 'null counts as 1' })),
  expired_at: optional(Instant()),
  traffic_limit: optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'bytes per cycle' }),
  ),
  traffic_limit_type: optional(OneOf('sum', 'up', 'down')),
}

export const UpdateBody = Type.Object({
  name: Type.Optional(Name),
  weight: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'higher sorts first' })),
  hidden: Type.Optional(Type.Boolean({ description: 'hidden from members and public pages' })),
  country_code: optional(
    Type.String({
      examples: ['DE'],
      ...textRule(/^[A-Za-z]{2}$/u, 'enrollment.COUNTRY_CODE'),
      description: 'setting it pins it, so that GeoIP no longer changes it',
    }),
  ),
  ...profileFields,
})
export type ProfileInput = Static<typeof UpdateBody>

/** Idempotency key. */
export const RequestId = Type.String({
  ...textRule(/^\S{1,128}$/u, 'enrollment.REQUEST_ID'),
  description: 'idempotency key',
})

export const OnboardBody = Type.Object({
  onboarding_request_id: RequestId,
  name: Name,
  tags: Type.Optional(Tags),
  ttl_secs: TtlSeconds,
  ...profileFields,
})
export type OnboardBody = Static<typeof OnboardBody>

/** A new offer, with its code; the code cannot be read again. */
export const IssuedOffer = Type.Object({
  id: Type.String(),
  code: Type.String(),
  code_prefix: Type.String(),
  expires_at: Timestamp,
})
export type IssuedOffer = Static<typeof IssuedOffer>

export const Onboarded = Type.Object({
  server_id: Type.String(),
  replayed: Type.Boolean(),
  enrollment: Nullable(IssuedOffer),
  outstanding_offer: Nullable(OfferSummary),
})
export type Onboarded = Static<typeof Onboarded>

export const Group = Type.Object({
  id: Type.String(),
  name: Type.String(),
  weight: Type.Integer(),
  created_at: Timestamp,
})
export type Group = Static<typeof Group>

export const AuthorityEvent = Type.Object({
  id: Type.String(),
  server_id: Type.String(),
  server_name: Type.String(),
  actor_kind: Type.String(),
  actor_id: Nullable(Type.String()),
  request_source: Type.String(),
  offer_id: Nullable(Type.String()),
  transition: Type.String(),
  mode: Nullable(Type.String()),
  offer_outcome: Nullable(Type.String()),
  authority_before: Type.String(),
  authority_after: Type.String(),
  created_at: Timestamp,
})
export type AuthorityEvent = Static<typeof AuthorityEvent>

/** Not blank. An id of any other form is simply not found. */
const Id = Type.String({ pattern: '\\S' })
export const ServerParams = Type.Object({ id: Id })
export const OfferParams = Type.Object({ id: Id, offer_id: Id })
export const EventsQuery = Type.Object({
  server_id: Id,
  limit: Type.Optional(Type.Integer({ description: 'default 100, clamped to 1 to 500' })),
  cursor: PageCursor,
})
export const BatchBody = Type.Object({ ids: Type.Array(Id, { maxItems: 10_000 }) })

export const BatchUpdate = Type.Object({
  ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
  group_id: optional(Line(64, { description: 'id of an existing group; null: no group' })),
  add_tags: Type.Optional(Tags),
  remove_tags: Type.Optional(Type.Array(Tag, { maxItems: 100 })),
})
export type BatchUpdate = Static<typeof BatchUpdate>

export const BatchUpdated = Type.Object({
  updated: Type.Integer({ description: 'number of changed servers' }),
  undo: Type.Array(BatchUpdate, { description: 'requests to this route that undo the changes' }),
})
export type BatchUpdated = Static<typeof BatchUpdated>

nameSchemas({
  ServerRecord,
  UpdateBody,
  OnboardBody,
  IssuedOffer,
  Onboarded,
  ServerGroup: Group,
  AuthorityEvent,
  BatchBody,
  BatchUpdate,
  BatchUpdated,
})
