import { randomUUID } from 'node:crypto'
import { type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { OfferSummary } from '@svc/protocol'
import type { OfferRow, OffersStore, Outcome } from './offers-store.ts'
import { type Problems, Rule } from './problems.ts'
import { digest, newCode, prefixOf } from './secrets.ts'
import type { IssuedOffer } from './server-schema.ts'

/** seconds */
export const defaultLifetime = 600
const longestLifetime = 86_400

/** The `ttl_secs` of a body. */
export const checkLifetime = (seconds = defaultLifetime, problems: Problems): number =>
  problems.check('ttl_secs', () => {
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestLifetime) return seconds
    throw new Rule(`must be a whole number from 1 to ${longestLifetime}`)
  }) ?? defaultLifetime

const summaryOf = (offer: OfferRow): OfferSummary => ({
  id: offer.id,
  code_prefix: offer.code_prefix,
  expires_at: toTimestamp(offer.expires_at),
  created_at: toTimestamp(offer.created_at),
})

export type Offers = ReturnType<typeof makeOffers>

export function makeOffers({ store, clock }: { store: OffersStore; clock: Clock }) {
  // Open offers found elapsed, until a write records it: a clock that steps back must not revive one.
  const elapsed = new Set<string>()
  /** An offer ends at its instant, whether or not a write has recorded it yet. */
  const hasElapsed = ({ id, expires_at }: OfferRow) => {
    if (elapsed.has(id)) return true
    if (clock.now() < expires_at * 1000) return false
    elapsed.add(id)
    return true
  }
  const outstanding = (offer: OfferRow | undefined) => (offer && !hasElapsed(offer) ? summaryOf(offer) : null)
  return {
    hasElapsed,
    /** Writes the outcome of an offer. */
    end(id: string, outcome: Outcome, at: number, successorId?: string) {
      store.end(id, outcome, at, successorId)
      elapsed.delete(id)
    },
    /** Opens an offer. The returned code is the only readable copy. */
    issue(serverId: string, ttlSeconds: number, createdBy: string, id: string = randomUUID()): IssuedOffer {
      const code = newCode()
      const now = toSeconds(clock.now())
      const row = {
        id,
        server_id: serverId,
        code_hash: digest(code),
        code_prefix: prefixOf(code),
        created_by: createdBy,
        created_at: now,
        expires_at: now + ttlSeconds,
      }
      store.insert(row)
      return { id, code, code_prefix: row.code_prefix, expires_at: toTimestamp(row.expires_at) }
    },
    outstanding: (serverId: string) => outstanding(store.openOf(serverId)),
    /** Outstanding offers of all servers, and the instant (ms) at which the first of them ends. */
    outstandingByServer() {
      const byServer = new Map<string, OfferSummary>()
      let until = Number.POSITIVE_INFINITY
      for (const offer of store.open()) {
        const summary = outstanding(offer)
        if (!summary) continue
        byServer.set(offer.server_id, summary)
        until = Math.min(until, offer.expires_at * 1000)
      }
      return { byServer, until }
    },
  }
}
