import { randomUUID } from 'node:crypto'
import { ApiError, badRequest, type Clock, type Database, notFound, toSeconds, unauthorized } from '@svc/plugin-sdk'
import type { AgentAuthority } from '@svc/protocol'
import type { Act, AuthorityChange, EventsStore, Mode, Status } from './events-store.ts'
import { defaultLifetime, type Offers } from './offers.ts'
import type { OfferRow, OffersStore } from './offers-store.ts'
import { digest, prefixOf } from './secrets.ts'
import type { IssuedOffer } from './server-schema.ts'
import type { ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly offersStore: OffersStore
  readonly offers: Offers
  readonly events: EventsStore
  /** Told right after each commit, before anything else runs. `fenced`: the agent's connection must end now. */
  committed(serverId: string, fenced: boolean): void
}

/** What a transition works with inside its transaction. */
interface Step {
  readonly status: Status
  /** the offer without outcome */
  readonly offer: OfferRow | undefined
  record(change: AuthorityChange): void
}

const statusOf = (server: Pick<ServerRow, 'token_hash'>): Status =>
  server.token_hash === null ? 'unclaimed' : 'claimed'

export type Authority = ReturnType<typeof makeAuthority>

/**
 * The transitions of enrollment offers and agent authority. SQLite and this code are synchronous and admission of an
 * agent re-verifies its token synchronously, so between a commit and its fence no frame and no admission can slip in:
 * that replaces a lock per server.
 */
export function makeAuthority({ db, clock, servers, offersStore, offers, events, committed }: Dependencies) {
  const now = () => toSeconds(clock.now())
  const author = (act: Act) => act.id ?? act.kind

  const existing = (serverId: string): ServerRow => {
    const server = servers.get(serverId)
    if (!server) throw notFound('no such server')
    return server
  }

  const step = <T>(serverId: string, act: Act, work: (step: Step) => T): T =>
    db.transaction(() => {
      const server = existing(serverId)
      return work({
        status: statusOf(server),
        offer: offersStore.openOf(serverId),
        record: (change) => events.write(act, server, change, now()),
      })
    })

  /** Writes the outcome of an offer whose time is over. Its own transaction: a refusal that follows keeps it. */
  const expire = (serverId: string, act: Act): boolean => {
    const open = offersStore.openOf(serverId)
    if (!open || !offers.hasElapsed(open)) return false
    step(serverId, act, ({ status, offer, record }) => {
      // A command beside the server may have ended it since.
      if (offer?.id !== open.id) return
      offers.end(open.id, 'expired', open.expires_at)
      record({ transition: 'offer_expired', before: status, after: status, offerId: open.id, outcome: 'expired' })
    })
    committed(serverId, false)
    return true
  }

  const transition = <T>(serverId: string, act: Act, fenced: boolean, work: (step: Step) => T): T => {
    expire(serverId, act)
    const result = step(serverId, act, work)
    committed(serverId, fenced)
    return result
  }

  const refuse = (code: string, message: string, serverId: string) => {
    const current = offers.outstanding(serverId)
    return new ApiError(409, code, message, current ? { details: { current_offer: current } } : {})
  }

  const demandNone = (offer: OfferRow | undefined) => {
    if (!offer) return
    throw refuse('ENROLLMENT_OFFER_OUTSTANDING', 'the server has an outstanding enrollment offer', offer.server_id)
  }

  /** Compare-and-swap on the offer id: only the offer that is still open may be replaced or revoked. */
  const demandOpen = (serverId: string, offerId: string) => {
    const offer = offersStore.get(offerId, serverId)
    if (!offer) throw notFound('no such enrollment offer')
    if (offer.outcome === null) return
    throw refuse('ENROLLMENT_OFFER_TERMINAL', `the enrollment offer is already ${offer.outcome}`, serverId)
  }

  const end = ({ status, record }: Step, offerId: string, outcome: 'revoked' | 'replaced', successorId?: string) => {
    offers.end(offerId, outcome, now(), successorId)
    record({ transition: `offer_${outcome}`, before: status, after: status, offerId, outcome })
  }

  return {
    of(serverId: string): AgentAuthority {
      return { status: statusOf(existing(serverId)), outstanding_offer: offers.outstanding(serverId) }
    },

    /** The first offer of a server, inside the transaction that creates it. */
    issueInitial(server: { id: string; name: string }, ttlSeconds: number, act: Act): IssuedOffer {
      const issued = offers.issue(server.id, ttlSeconds, author(act))
      const change = { transition: 'initial_offer_issued', before: 'unclaimed', after: 'unclaimed' } as const
      events.write(act, server, { ...change, offerId: issued.id }, now())
      return issued
    },

    issue: (serverId: string, ttlSeconds: number, act: Act): IssuedOffer =>
      transition(serverId, act, false, ({ status, offer, record }) => {
        if (status === 'claimed') {
          throw new ApiError(409, 'AGENT_AUTHORITY_ALREADY_CLAIMED', 'the server is claimed; use re-enrollment')
        }
        demandNone(offer)
        const issued = offers.issue(serverId, ttlSeconds, author(act))
        record({ transition: 'offer_issued', before: status, after: status, offerId: issued.id })
        return issued
      }),

    reEnroll: (serverId: string, mode: Mode, ttlSeconds: number, act: Act): IssuedOffer =>
      transition(serverId, act, mode === 'emergency', ({ status, offer, record }) => {
        if (status === 'unclaimed') {
          throw new ApiError(409, 'AGENT_AUTHORITY_UNCLAIMED', 'the server is unclaimed; issue an enrollment offer')
        }
        demandNone(offer)
        if (mode === 'emergency') servers.setToken(serverId, null)
        const issued = offers.issue(serverId, ttlSeconds, author(act))
        const after = mode === 'emergency' ? 'unclaimed' : 'claimed'
        record({ transition: 'reenrollment_started', before: status, after, offerId: issued.id, mode })
        return issued
      }),

    replace: (serverId: string, offerId: string, act: Act): IssuedOffer =>
      transition(serverId, act, false, (current) => {
        demandOpen(serverId, offerId)
        const successorId = randomUUID()
        end(current, offerId, 'replaced', successorId)
        return offers.issue(serverId, defaultLifetime, author(act), successorId)
      }),

    revokeOffer: (serverId: string, offerId: string, act: Act): void =>
      transition(serverId, act, false, (current) => {
        demandOpen(serverId, offerId)
        end(current, offerId, 'revoked')
      }),

    /** Returns whether there was anything to revoke. */
    revoke(serverId: string, act: Act): boolean {
      const expired = expire(serverId, act)
      return transition(serverId, act, true, (current) => {
        const { status, offer, record } = current
        if (offer) end(current, offer.id, 'revoked')
        if (status === 'claimed') {
          servers.setToken(serverId, null)
          record({ transition: 'authority_revoked', before: 'claimed', after: 'unclaimed' })
        }
        return expired || offer !== undefined || status === 'claimed'
      })
    },

    /** Returns the claimed server, or `undefined` when the code opens nothing: unknown, elapsed and terminal look alike. */
    claim(code: string, token: string, remoteAddress: string): string | undefined {
      const act: Act = { kind: 'agent', id: null, source: 'agent:register' }
      const offered = offersStore.byCode(digest(code))
      if (!offered || offered.outcome !== null) return undefined
      const serverId = offered.server_id
      if (expire(serverId, act)) return undefined
      transition(serverId, act, true, ({ status, offer, record }) => {
        // A command beside the server may have ended it since; thrown, so that nothing is fenced.
        if (offer?.id !== offered.id) throw unauthorized()
        const hash = digest(token)
        const holder = servers.idByToken(hash)
        if (holder !== undefined && holder !== serverId) {
          throw badRequest('proposed_run_token belongs to another server; generate a new one')
        }
        offers.end(offered.id, 'consumed', now())
        servers.setToken(serverId, { hash, prefix: prefixOf(token) })
        servers.saveRemoteAddress(serverId, remoteAddress)
        const change = { transition: 'offer_consumed', before: status, after: 'claimed' } as const
        record({ ...change, offerId: offered.id, outcome: 'consumed' })
      })
      return serverId
    },

    /** The last event of a server, inside the transaction that deletes it. */
    recordDeletion(server: ServerRow, act: Act) {
      const change = { transition: 'server_deleted', before: statusOf(server), after: 'unclaimed' } as const
      events.write(act, server, { ...change, hidden: server.hidden === 1 }, now())
    },

    /** Records the outcome of every elapsed offer, so that browsers learn of it. */
    expireElapsed() {
      const act: Act = { kind: 'system', id: null, source: 'system:offer-expiry' }
      for (const offer of offersStore.open()) expire(offer.server_id, act)
    },
  }
}
