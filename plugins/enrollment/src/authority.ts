import { randomUUID } from 'node:crypto'
import {
  ApiError,
  badRequest,
  type Clock,
  type Database,
  notFound,
  type Params,
  type TextCode,
  toSeconds,
  unauthorized,
} from '@svc/plugin-sdk'
import type { AgentAuthority } from '@svc/protocol'
import type { Actor } from './actor.ts'
import type { AuthorityChange, EventsStore, Mode, Status } from './events-store.ts'
import { defaultTtlSeconds, type Offers } from './offers.ts'
import type { OfferRow } from './offers-store.ts'
import { digest, prefixOf } from './secrets.ts'
import type { IssuedOffer } from './server-schema.ts'
import type { ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly offers: Offers
  readonly events: EventsStore
  /** Called synchronously after each commit. `fenced`: the agent must be disconnected immediately. */
  onCommitted(serverId: string, fenced: boolean): void
}

/** The state that a transition sees inside its transaction. */
interface TransitionContext {
  readonly status: Status
  /** the offer without an outcome */
  readonly offer: OfferRow | undefined
  record(change: AuthorityChange): void
}

const statusOf = (server: Pick<ServerRow, 'token_hash'>): Status =>
  server.token_hash === null ? 'unclaimed' : 'claimed'

export type Authority = ReturnType<typeof makeAuthority>

/**
 * The state transitions of enrollment offers and agent authority. No lock per server is needed: SQLite and this code are
 * synchronous, and admission re-checks the token in the same tick, so no frame and no admission can get between a commit
 * and the fence that follows it.
 */
export function makeAuthority({ db, clock, servers, offers, events, onCommitted }: Dependencies) {
  const now = () => toSeconds(clock.now())
  const createdBy = (actor: Actor) => actor.id ?? actor.kind

  const inTransaction = <T>(serverId: string, actor: Actor, work: (context: TransitionContext) => T): T =>
    db.transaction(() => {
      const server = servers.require(serverId)
      return work({
        status: statusOf(server),
        offer: offers.openOf(serverId),
        record: (change) => events.write(actor, server, change, now()),
      })
    })

  /** Records that the open offer has expired. In a transaction of its own, so that a later error does not undo it. */
  const expire = (serverId: string, actor: Actor): boolean => {
    const open = offers.openOf(serverId)
    if (!open || !offers.isExpired(open)) return false
    inTransaction(serverId, actor, ({ status, offer, record }) => {
      // Another process (`svc-server offer`) may have ended it meanwhile.
      if (offer?.id !== open.id) return
      offers.end(open.id, 'expired', open.expires_at)
      record({ transition: 'offer_expired', before: status, after: status, offerId: open.id, outcome: 'expired' })
    })
    onCommitted(serverId, false)
    return true
  }

  const transition = <T>(
    serverId: string,
    actor: Actor,
    fenced: boolean,
    work: (context: TransitionContext) => T,
  ): T => {
    expire(serverId, actor)
    const result = inTransaction(serverId, actor, work)
    onCommitted(serverId, fenced)
    return result
  }

  const conflictError = (serverId: string, code: TextCode, params?: Params) => {
    const current = offers.outstanding(serverId)
    return new ApiError(409, code, params, current ? { details: { current_offer: current } } : {})
  }

  const requireNoOffer = (offer: OfferRow | undefined) => {
    if (!offer) return
    throw conflictError(offer.server_id, 'enrollment.ENROLLMENT_OFFER_OUTSTANDING')
  }

  /** Compare-and-swap on the offer id: only the offer that is still open may be replaced or revoked. */
  const requireOpenOffer = (serverId: string, offerId: string) => {
    const offer = offers.get(offerId, serverId)
    if (!offer) throw notFound('enrollment.UNKNOWN_OFFER')
    if (offer.outcome === null) return
    throw conflictError(serverId, 'enrollment.ENROLLMENT_OFFER_TERMINAL', { outcome: offer.outcome })
  }

  const endOffer = (
    { status, record }: TransitionContext,
    offerId: string,
    outcome: 'revoked' | 'replaced',
    successorId?: string,
  ) => {
    offers.end(offerId, outcome, now(), successorId)
    record({ transition: `offer_${outcome}`, before: status, after: status, offerId, outcome })
  }

  return {
    of(serverId: string): AgentAuthority {
      return { status: statusOf(servers.require(serverId)), outstanding_offer: offers.outstanding(serverId) }
    },

    /** Issues the first offer of a server, inside the transaction that creates the server. */
    issueInitial(server: { id: string; name: string }, ttlSeconds: number, actor: Actor): IssuedOffer {
      const issued = offers.issue(server.id, ttlSeconds, createdBy(actor))
      const change = { transition: 'initial_offer_issued', before: 'unclaimed', after: 'unclaimed' } as const
      events.write(actor, server, { ...change, offerId: issued.id }, now())
      return issued
    },

    issue: (serverId: string, ttlSeconds: number, actor: Actor): IssuedOffer =>
      transition(serverId, actor, false, ({ status, offer, record }) => {
        if (status === 'claimed') {
          throw new ApiError(409, 'enrollment.AGENT_AUTHORITY_ALREADY_CLAIMED')
        }
        requireNoOffer(offer)
        const issued = offers.issue(serverId, ttlSeconds, createdBy(actor))
        record({ transition: 'offer_issued', before: status, after: status, offerId: issued.id })
        return issued
      }),

    reEnroll: (serverId: string, mode: Mode, ttlSeconds: number, actor: Actor): IssuedOffer =>
      transition(serverId, actor, mode === 'emergency', ({ status, offer, record }) => {
        if (status === 'unclaimed') {
          throw new ApiError(409, 'enrollment.AGENT_AUTHORITY_UNCLAIMED')
        }
        requireNoOffer(offer)
        if (mode === 'emergency') servers.setToken(serverId, null)
        const issued = offers.issue(serverId, ttlSeconds, createdBy(actor))
        const after = mode === 'emergency' ? 'unclaimed' : 'claimed'
        record({ transition: 'reenrollment_started', before: status, after, offerId: issued.id, mode })
        return issued
      }),

    replace: (serverId: string, offerId: string, actor: Actor): IssuedOffer =>
      transition(serverId, actor, false, (context) => {
        requireOpenOffer(serverId, offerId)
        const successorId = randomUUID()
        endOffer(context, offerId, 'replaced', successorId)
        return offers.issue(serverId, defaultTtlSeconds, createdBy(actor), successorId)
      }),

    revokeOffer: (serverId: string, offerId: string, actor: Actor): void =>
      transition(serverId, actor, false, (context) => {
        requireOpenOffer(serverId, offerId)
        endOffer(context, offerId, 'revoked')
      }),

    /** Returns whether there was anything to revoke. */
    revoke(serverId: string, actor: Actor): boolean {
      const expired = expire(serverId, actor)
      return transition(serverId, actor, true, (context) => {
        const { status, offer, record } = context
        if (offer) endOffer(context, offer.id, 'revoked')
        if (status === 'claimed') {
          servers.setToken(serverId, null)
          record({ transition: 'authority_revoked', before: 'claimed', after: 'unclaimed' })
        }
        return expired || offer !== undefined || status === 'claimed'
      })
    },

    /** Returns the id of the claimed server; `undefined` if the code is unknown, expired or already used. */
    claim(code: string, token: string, remoteAddress: string): string | undefined {
      const actor: Actor = { kind: 'agent', id: null, source: 'agent:register' }
      const offered = offers.byCode(code)
      if (!offered || offered.outcome !== null) return undefined
      const serverId = offered.server_id
      if (expire(serverId, actor)) return undefined
      transition(serverId, actor, true, ({ status, offer, record }) => {
        // Another process may have ended it meanwhile. Throw, so that the current agent is not fenced.
        if (offer?.id !== offered.id) throw unauthorized()
        const hash = digest(token)
        const holder = servers.idByToken(hash)
        if (holder !== undefined && holder !== serverId) {
          throw badRequest('enrollment.TOKEN_TAKEN')
        }
        offers.end(offered.id, 'consumed', now())
        servers.setToken(serverId, { hash, prefix: prefixOf(token) })
        servers.saveRemoteAddress(serverId, remoteAddress)
        const change = { transition: 'offer_consumed', before: status, after: 'claimed' } as const
        record({ ...change, offerId: offered.id, outcome: 'consumed' })
      })
      return serverId
    },

    /** Records the last event of a server, inside the transaction that deletes the server. */
    recordDeletion(server: ServerRow, actor: Actor) {
      const change = { transition: 'server_deleted', before: statusOf(server), after: 'unclaimed' } as const
      events.write(actor, server, { ...change, hidden: server.hidden === 1 }, now())
    },

    /** Records the outcome of all expired offers and notifies browsers. */
    recordExpired() {
      const actor: Actor = { kind: 'system', id: null, source: 'system:offer-expiry' }
      for (const offer of offers.open()) expire(offer.server_id, actor)
    },
  }
}
