import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, OneOf, Timestamp } from '@svc/plugin-sdk'
import { applyStates } from './wire.ts'

const CoverType = OneOf('all', 'include', 'exclude')
export type CoverType = Static<typeof CoverType>
const Origin = OneOf('manual', 'auto')
const State = OneOf(...applyStates)

const ServerIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10_000 })

const maxSeconds = 366 * 86_400

const ExpiresIn = Nullable(Type.Integer({ minimum: 60, maximum: maxSeconds, description: 'seconds; null: no expiry' }))
const Comment = Nullable(Type.String({ maxLength: 500 }))

/** A block as it is created. */
export const BlockInput = Type.Object({
  target: Type.String({ minLength: 1, maxLength: 64, description: 'address or range, for example 192.0.2.0/24' }),
  cover_type: Type.Optional(CoverType),
  server_ids: Type.Optional(Nullable(ServerIds)),
  comment: Type.Optional(Comment),
  expires_in: Type.Optional(ExpiresIn),
  confirm_within: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 10,
        maximum: 600,
        description: 'seconds until the block is removed unless it is confirmed: it may have cut your own connection',
      }),
    ),
  ),
})
export type BlockInput = Static<typeof BlockInput>

/** What can be changed of a block; what is not given stays. */
export const BlockPatch = Type.Object({ comment: Type.Optional(Comment), expires_in: Type.Optional(ExpiresIn) })
export type BlockPatch = Static<typeof BlockPatch>

/** The state of a block on a server. */
export const ServerState = Type.Object({
  server_id: Type.String(),
  state: State,
  reason: Nullable(Type.String({ description: 'in the words of the agent' })),
  at: Timestamp,
})
export type ServerState = Static<typeof ServerState>

const Counts = Type.Object({
  present: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer({
    description: 'connected servers that have not acknowledged it yet, and all that are offline',
  }),
})

/** A blocked range. */
export const FirewallBlock = Type.Object({
  id: Type.String(),
  target: Type.String({ description: 'address, or range with a prefix' }),
  family: Type.Union([Type.Literal(4), Type.Literal(6)]),
  cover_type: CoverType,
  server_ids: Nullable(Type.Array(Type.String())),
  comment: Nullable(Type.String()),
  origin: Origin,
  origin_event_id: Nullable(Type.String()),
  origin_rule_id: Nullable(Type.String()),
  created_by: Nullable(Type.String()),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  confirm_until: Nullable(Timestamp),
  applied: Counts,
})
export type FirewallBlock = Static<typeof FirewallBlock>

export const BlockDetail = Type.Composite([FirewallBlock, Type.Object({ states: Type.Array(ServerState) })])
export type BlockDetail = Static<typeof BlockDetail>

/** A block of a list; `state` is that on the server by which the list is filtered. */
export const ListedBlock = Type.Composite([FirewallBlock, Type.Object({ state: Nullable(ServerState) })])
export type ListedBlock = Static<typeof ListedBlock>

export const BlockPage = Type.Object({
  items: Type.Array(ListedBlock),
  next_cursor: Nullable(Type.String({ description: 'cursor of the next page; null on the last one' })),
})
export type BlockPage = Static<typeof BlockPage>

export const BlockStats = Type.Object({
  total: Type.Integer(),
  auto: Type.Integer(),
  manual: Type.Integer(),
  v4: Type.Integer(),
  v6: Type.Integer(),
})
export type BlockStats = Static<typeof BlockStats>

/** Whether a target could be blocked. */
export const TargetCheck = Type.Object({
  target: Nullable(Type.String({ description: 'as it would be stored; null if it is not an address or range' })),
  problem: Nullable(Type.String({ description: 'why it cannot be blocked' })),
  problem_text: Nullable(CodedTextSchema),
  covered_by: Nullable(Type.String({ description: 'a larger blocked range that contains it' })),
})
export type TargetCheck = Static<typeof TargetCheck>

/** A range that nobody can block, and why. */
export const ProtectedRange = Type.Object({
  range: Type.String(),
  kind: OneOf('client', 'session', 'allow_list', 'fixed', 'trusted_proxy', 'server', 'this_server'),
})
export type ProtectedRange = Static<typeof ProtectedRange>

/** A change on a host. */
export const ActivityItem = Type.Composite([
  ServerState,
  Type.Object({ block_id: Type.String(), target: Type.String() }),
])
export type ActivityItem = Static<typeof ActivityItem>
