import { randomUUID } from 'node:crypto'
import type { Database } from '@svc/plugin-sdk'
import type { Actor } from './actor.ts'
import type { Outcome } from './offers-store.ts'

export type Status = 'claimed' | 'unclaimed'
export type Mode = 'graceful' | 'emergency'
type Transition =
  | 'initial_offer_issued'
  | 'offer_issued'
  | 'reenrollment_started'
  | 'offer_consumed'
  | 'offer_revoked'
  | 'offer_replaced'
  | 'offer_expired'
  | 'authority_revoked'
  | 'server_deleted'

/** A transition of agent authority. Contains no secrets and outlives its server. */
export interface EventRow {
  id: string
  server_id: string
  server_name: string
  actor_kind: Actor['kind']
  actor_id: string | null
  request_source: string
  offer_id: string | null
  transition: Transition
  mode: Mode | null
  offer_outcome: Outcome | null
  authority_before: Status
  authority_after: Status
  created_at: number
}

export interface AuthorityChange {
  readonly transition: Transition
  readonly before: Status
  readonly after: Status
  readonly offerId?: string
  readonly outcome?: Outcome
  readonly mode?: Mode
  /** for `server_deleted`: whether the server was hidden */
  readonly hidden?: boolean
}

export type EventsStore = ReturnType<typeof eventsStore>

export function eventsStore(db: Database) {
  const insert = db.prepare<[EventRow & { server_hidden: 0 | 1 }]>(`
    INSERT INTO enrollment_events (
      id, server_id, server_name, actor_kind, actor_id, request_source, offer_id, transition, mode, offer_outcome,
      authority_before, authority_after, created_at, server_hidden
    ) VALUES (
      @id, @server_id, @server_name, @actor_kind, @actor_id, @request_source, @offer_id, @transition, @mode,
      @offer_outcome, @authority_before, @authority_after, @created_at, @server_hidden
    )`)
  const byServer = db.prepare<[object], EventRow & { number: number }>(`
    SELECT number, id, server_id, server_name, actor_kind, actor_id, request_source, offer_id, transition, mode, offer_outcome,
      authority_before, authority_after, created_at
    FROM enrollment_events WHERE server_id = @serverId AND number < @before ORDER BY number DESC LIMIT @limit`)
  const deletedHidden = db.prepare<[], { id: string }>(
    "SELECT server_id AS id FROM enrollment_events WHERE server_hidden = 1 AND transition = 'server_deleted'",
  )
  return {
    write(actor: Actor, server: { readonly id: string; readonly name: string }, change: AuthorityChange, now: number) {
      insert.run({
        id: randomUUID(),
        server_id: server.id,
        server_name: server.name,
        actor_kind: actor.kind,
        actor_id: actor.id,
        request_source: actor.source,
        offer_id: change.offerId ?? null,
        transition: change.transition,
        mode: change.mode ?? null,
        offer_outcome: change.outcome ?? null,
        authority_before: change.before,
        authority_after: change.after,
        created_at: now,
        server_hidden: change.hidden ? 1 : 0,
      })
    },
    /** Newest first. */
    page: (serverId: string, limit: number, before = Number.MAX_SAFE_INTEGER) =>
      byServer.all({ serverId, limit, before }),
    /** Servers that were hidden when they were deleted. */
    deletedHiddenIds: () => deletedHidden.all().map((row) => row.id),
  }
}
