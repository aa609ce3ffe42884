import { randomUUID } from 'node:crypto'
import type { Database } from '@svc/plugin-sdk'
import type { Outcome } from './offers-store.ts'

/** Who acts and through what. */
export interface Act {
  readonly kind: 'user' | 'system' | 'agent'
  /** user id; null for the others */
  readonly id: string | null
  /** for example `api:create-server` */
  readonly source: string
}

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

/** A transition of agent authority. Free of secrets; readable after its server is gone. */
export interface EventRow {
  id: string
  server_id: string
  server_name: string
  actor_kind: Act['kind']
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

/** What changed, as the caller of `write` says it. */
export interface AuthorityChange {
  readonly transition: Transition
  readonly before: Status
  readonly after: Status
  readonly offerId?: string
  readonly outcome?: Outcome
  readonly mode?: Mode
  /** the server is deleted and was hidden */
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
  const of = db.prepare<[string, number], EventRow>(`
    SELECT id, server_id, server_name, actor_kind, actor_id, request_source, offer_id, transition, mode, offer_outcome,
      authority_before, authority_after, created_at
    FROM enrollment_events WHERE server_id = ? ORDER BY number DESC LIMIT ?`)
  const gone = db.prepare<[], { id: string }>(
    "SELECT server_id AS id FROM enrollment_events WHERE server_hidden = 1 AND transition = 'server_deleted'",
  )
  return {
    write(act: Act, server: { readonly id: string; readonly name: string }, change: AuthorityChange, now: number) {
      insert.run({
        id: randomUUID(),
        server_id: server.id,
        server_name: server.name,
        actor_kind: act.kind,
        actor_id: act.id,
        request_source: act.source,
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
    of: (serverId: string, limit: number) => of.all(serverId, limit),
    /** Servers that were hidden when they were deleted. */
    goneHidden: () => gone.all().map((row) => row.id),
  }
}
