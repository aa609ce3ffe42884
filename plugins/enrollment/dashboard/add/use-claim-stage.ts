import { useServer } from '@svc/dashboard-sdk'
import { useState } from 'react'
import { type ClaimStage, claimStage } from './claim-stage.ts'
import type { FreshOffer } from './fresh-offer.ts'

/** Follows an enrollment over the live socket. */
export function useClaimStage(serverId: string, { offer, wasClaimed }: FreshOffer): ClaimStage {
  const row = useServer(serverId)
  const [heard, setHeard] = useState({ offerId: offer.id, seen: false, met: false })
  const known = heard.offerId === offer.id ? heard : { offerId: offer.id, seen: false, met: false }
  const stage = claimStage(offer.id, row, { ...known, wasClaimed })
  const seen = known.seen || row?.agent_authority.outstanding_offer?.id === offer.id
  const met = known.met || stage === 'connected'
  if (known !== heard || seen !== known.seen || met !== known.met) setHeard({ offerId: offer.id, seen, met })
  return stage
}
