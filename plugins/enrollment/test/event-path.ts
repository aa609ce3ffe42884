import type { EventRow } from '../src/events-store.ts'

export interface PathEnd {
  readonly status: 'claimed' | 'unclaimed' | 'deleted'
  readonly openOffer: string | null
  readonly consumed: readonly string[]
}

/**
 * Follows the events of one server, oldest first, through both state tables. Throws at the first one that no row
 * allows; two outstanding offers at any moment are such a case. `successorOf` tells what replaced an offer.
 */
export function followEvents(events: readonly EventRow[], successorOf: (offerId: string) => string): PathEnd {
  let status: PathEnd['status'] = 'unclaimed'
  let openOffer: string | null = null
  let begun = false
  const consumed: string[] = []
  const used = new Set<string>()

  const demand = (condition: boolean, event: EventRow, why: string) => {
    if (!condition) throw new Error(`${event.transition} of ${event.offer_id ?? 'no offer'}: ${why}`)
  }
  const opens = (event: EventRow, id: string) => {
    demand(openOffer === null, event, `the offer ${openOffer} is outstanding`)
    demand(!used.has(id), event, 'the offer was outstanding before')
    used.add(id)
    openOffer = id
  }
  const ends = (event: EventRow, outcome: EventRow['offer_outcome']) => {
    demand(event.offer_id === openOffer, event, `the outstanding offer is ${openOffer}`)
    demand(event.offer_outcome === outcome, event, `its outcome is ${event.offer_outcome}`)
    openOffer = null
  }

  for (const event of events) {
    const { transition, offer_id: id } = event
    demand(status !== 'deleted', event, 'the server is deleted')
    demand(begun || transition === 'initial_offer_issued', event, 'nothing came before it')
    demand(event.authority_before === status, event, `before it the server was ${status}`)
    begun = true
    let after: 'claimed' | 'unclaimed' = event.authority_before
    switch (transition) {
      case 'initial_offer_issued':
        demand(used.size === 0, event, 'it is not the first')
        opens(event, String(id))
        break
      case 'offer_issued':
        demand(status === 'unclaimed', event, 'the server is claimed')
        opens(event, String(id))
        break
      case 'reenrollment_started':
        demand(status === 'claimed', event, 'the server is unclaimed')
        opens(event, String(id))
        after = event.mode === 'emergency' ? 'unclaimed' : 'claimed'
        break
      case 'offer_consumed':
        ends(event, 'consumed')
        consumed.push(String(id))
        after = 'claimed'
        break
      case 'offer_replaced':
        ends(event, 'replaced')
        opens(event, successorOf(String(id)))
        break
      case 'offer_revoked':
        ends(event, 'revoked')
        break
      case 'offer_expired':
        ends(event, 'expired')
        break
      case 'authority_revoked':
        demand(status === 'claimed', event, 'the server is unclaimed')
        demand(openOffer === null, event, 'an offer is left')
        after = 'unclaimed'
        break
      case 'server_deleted':
        after = 'unclaimed'
        break
    }
    demand(event.authority_after === after, event, `it leads to ${event.authority_after}`)
    status = transition === 'server_deleted' ? 'deleted' : after
  }
  return { status, openOffer: status === 'deleted' ? null : openOffer, consumed }
}
