import { type Static, Type } from '@sinclair/typebox'
import { Nullable, PageCursor, Timestamp } from '@svc/plugin-sdk'
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

/** Profile fields of creation and update; `profile.ts` validates them. Absent: unchanged; null: cleared. */
const profileFields = {
  group_id: Type.Optional(Nullable(Type.String())),
  remark: Type.Optional(Nullable(Type.String({ description: 'visible to admins only' }))),
  public_remark: Type.Optional(Nullable(Type.String())),
  price: Type.Optional(Nullable(Type.Number({ description: 'per billing cycle, at least 0' }))),
  currency: Type.Optional(Nullable(Type.String())),
  billing_cycle: Type.Optional(
    Nullable(Type.String({ description: 'monthly, quarterly or yearly; null counts as monthly' })),
  ),
  billing_start_day: Type.Optional(Nullable(Type.Integer({ description: '1 to 28; null counts as 1' }))),
  expired_at: Type.Optional(Nullable(Type.String({ description: 'ISO 8601 time or date' }))),
  traffic_limit: Type.Optional(Nullable(Type.Integer({ description: 'bytes per cycle' }))),
  traffic_limit_type: Type.Optional(Nullable(Type.String({ description: 'sum, up or down; null counts as sum' }))),
}

export const UpdateBody = Type.Object({
  name: Type.Optional(Type.String()),
  weight: Type.Optional(Type.Integer({ description: 'higher sorts first' })),
  hidden: Type.Optional(Type.Boolean({ description: 'hidden from members and public pages' })),
  country_code: Type.Optional(
    Nullable(Type.String({ description: 'two letters; setting it pins it, so that GeoIP no longer changes it' })),
  ),
  ...profileFields,
})
export type ProfileInput = Static<typeof UpdateBody>

export const OnboardBody = Type.Object({
  onboarding_request_id: Type.String({ description: 'idempotency key, 1 to 128 characters without whitespace' }),
  name: Type.String(),
  tags: Type.Optional(Type.Array(Type.String())),
  ttl_secs: Type.Optional(Type.Integer({ description: '1 to 86400, default 600' })),
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
  group_id: Type.Optional(Nullable(Type.String({ description: 'null: no group' }))),
  add_tags: Type.Optional(Type.Array(Type.String(), { maxItems: 8 })),
  remove_tags: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
})
export type BatchUpdate = Static<typeof BatchUpdate>

export const BatchUpdated = Type.Object({
  updated: Type.Integer({ description: 'number of changed servers' }),
  undo: Type.Array(BatchUpdate, { description: 'requests to this route that undo the changes' }),
})
export type BatchUpdated = Static<typeof BatchUpdated>
