import { useServer } from '@svc/dashboard-sdk'
import { useState } from 'react'
import { type ClaimStage, claimStage } from './claim-stage.ts'
import type { NewOffer } from './new-offer.ts'

/** Follows an enrollment by the live list. */
export function useClaimStage(serverId: string, { offer, wasClaimed }: NewOffer): ClaimStage {
  const row = useServer(serverId)
  const initial = { offerId: offer.id, wasSeen: false, wasConnected: false }
  const [observed, setObserved] = useState(initial)
  const current = observed.offerId === offer.id ? observed : initial
  const stage = claimStage(offer.id, row, { ...current, wasClaimed })
  const wasSeen = current.wasSeen || row?.agent_authority.outstanding_offer?.id === offer.id
  const wasConnected = current.wasConnected || stage === 'connected'
  if (current !== observed || wasSeen !== current.wasSeen || wasConnected !== current.wasConnected) {
    setObserved({ offerId: offer.id, wasSeen, wasConnected })
  }
  return stage
}
