import { randomUUID } from 'node:crypto'
import { type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { OfferSummary } from '@svc/protocol'
import type { OfferRow, OffersStore, Outcome } from './offers-store.ts'
import { digest, newCode, prefixOf } from './secrets.ts'
import type { IssuedOffer } from './server-schema.ts'

/** seconds */
export const defaultTtlSeconds = 600

const summaryOf = (offer: OfferRow): OfferSummary => ({
  id: offer.id,
  code_prefix: offer.code_prefix,
  expires_at: toTimestamp(offer.expires_at),
  created_at: toTimestamp(offer.created_at),
})

type OfferTimes = 'id' | 'server_id' | 'created_at' | 'expires_at'

export type Offers = ReturnType<typeof makeOffers>

export function makeOffers({ store, clock }: { store: OffersStore; clock: Clock }) {
  // By server, the last offer found expired: it must stay expired even if the clock steps back before that is recorded.
  const expiredIds = new Map<string, string>()
  // By server, the timer of its outstanding offer: with the clock set back, it must not live longer.
  const timers = new Map<string, { readonly id: string; readonly cancel: () => void }>()
  const startTimer = ({ id, server_id, created_at, expires_at }: Pick<OfferRow, OfferTimes>) => {
    const current = timers.get(server_id)
    if (current?.id === id) return
    current?.cancel()
    const ms = Math.min(expires_at - created_at, expires_at - toSeconds(clock.now())) * 1000
    const cancel = clock.after(ms, () => {
      timers.delete(server_id)
      expiredIds.set(server_id, id)
    })
    timers.set(server_id, { id, cancel })
  }
  const stopTimer = (serverId: string) => {
    timers.get(serverId)?.cancel()
    timers.delete(serverId)
  }
  /** An offer expires on time, whether or not that has been recorded yet. */
  const isExpired = (offer: OfferRow) => {
    const { id, server_id, expires_at } = offer
    if (expiredIds.get(server_id) === id) return true
    if (clock.now() < expires_at * 1000) {
      startTimer(offer)
      return false
    }
    expiredIds.set(server_id, id)
    return true
  }
  const outstanding = (offer: OfferRow | undefined) => (offer && !isExpired(offer) ? summaryOf(offer) : null)
  return {
    /** By id; `undefined` for an offer of another server. */
    get: store.get,
    byCode: (code: string) => store.byCode(digest(code)),
    /** The offer without an outcome, even if it has expired. */
    openOf: store.openOf,
    open: store.open,
    isExpired,
    /** Records the outcome of an offer. */
    end: (id: string, outcome: Outcome, at: number, successorId?: string) => store.end(id, outcome, at, successorId),
    /** Drops what is remembered about a deleted server. */
    forget(serverId: string) {
      expiredIds.delete(serverId)
      stopTimer(serverId)
    },
    close() {
      for (const serverId of [...timers.keys()]) stopTimer(serverId)
    },
    /** Creates an offer. The returned code is the only readable copy. */
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
      startTimer(row)
      return { id, code, code_prefix: row.code_prefix, expires_at: toTimestamp(row.expires_at) }
    },
    outstanding: (serverId: string) => outstanding(store.openOf(serverId)),
    /** Outstanding offers of all servers, and when the first of them expires (milliseconds). */
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
