import type { EventRow } from '../src/events-store.ts'

export interface FinalState {
  readonly status: 'claimed' | 'unclaimed' | 'deleted'
  readonly openOffer: string | null
  readonly consumed: readonly string[]
}

/**
 * Replays the events of one server, oldest first, through both state tables. Throws at the first event that the tables do
 * not allow, such as a second outstanding offer. `successorOf` returns the offer that replaced another.
 */
export function replayEvents(events: readonly EventRow[], successorOf: (offerId: string) => string): FinalState {
  let status: FinalState['status'] = 'unclaimed'
  let openOffer: string | null = null
  let hasStarted = false
  const consumed: string[] = []
  const seenOffers = new Set<string>()

  const assertThat = (condition: boolean, event: EventRow, why: string) => {
    if (!condition) throw new Error(`${event.transition} of ${event.offer_id ?? 'no offer'}: ${why}`)
  }
  const openedBy = (event: EventRow, id: string) => {
    assertThat(openOffer === null, event, `the offer ${openOffer} is outstanding`)
    assertThat(!seenOffers.has(id), event, 'the offer was outstanding before')
    seenOffers.add(id)
    openOffer = id
  }
  const endedBy = (event: EventRow, outcome: EventRow['offer_outcome']) => {
    assertThat(event.offer_id === openOffer, event, `the outstanding offer is ${openOffer}`)
    assertThat(event.offer_outcome === outcome, event, `its outcome is ${event.offer_outcome}`)
    openOffer = null
  }

  for (const event of events) {
    const { transition, offer_id: id } = event
    assertThat(status !== 'deleted', event, 'the server is deleted')
    assertThat(
      hasStarted || transition === 'initial_offer_issued',
      event,
      'the first event must be initial_offer_issued',
    )
    assertThat(event.authority_before === status, event, `the server was ${status} before`)
    hasStarted = true
    let after: 'claimed' | 'unclaimed' = event.authority_before
    switch (transition) {
      case 'initial_offer_issued':
        assertThat(seenOffers.size === 0, event, 'it is not the first')
        openedBy(event, String(id))
        break
      case 'offer_issued':
        assertThat(status === 'unclaimed', event, 'the server is claimed')
        openedBy(event, String(id))
        break
      case 'reenrollment_started':
        assertThat(status === 'claimed', event, 'the server is unclaimed')
        openedBy(event, String(id))
        after = event.mode === 'emergency' ? 'unclaimed' : 'claimed'
        break
      case 'offer_consumed':
        endedBy(event, 'consumed')
        consumed.push(String(id))
        after = 'claimed'
        break
      case 'offer_replaced':
        endedBy(event, 'replaced')
        openedBy(event, successorOf(String(id)))
        break
      case 'offer_revoked':
        endedBy(event, 'revoked')
        break
      case 'offer_expired':
        endedBy(event, 'expired')
        break
      case 'authority_revoked':
        assertThat(status === 'claimed', event, 'the server is unclaimed')
        assertThat(openOffer === null, event, 'an offer is still outstanding')
        after = 'unclaimed'
        break
      case 'server_deleted':
        after = 'unclaimed'
        break
    }
    assertThat(event.authority_after === after, event, `unexpected authority_after ${event.authority_after}`)
    status = transition === 'server_deleted' ? 'deleted' : after
  }
  return { status, openOffer: status === 'deleted' ? null : openOffer, consumed }
}
