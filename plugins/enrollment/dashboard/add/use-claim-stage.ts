import { useServer } from '@svc/dashboard-sdk'
import { useState } from 'react'
import { type ClaimStage, claimStage } from './claim-stage.js'
import type { FreshOffer } from './fresh-offer.js'

/** Follows an enrollment over the live socket. */
export function useClaimStage(serverId: string, { offer, wasClaimed }: FreshOffer): ClaimStage {
  const row = useServer(serverId)
  const [seen, setSeen] = useState<string>()
  if (seen !== offer.id && row?.agent_authority.outstanding_offer?.id === offer.id) setSeen(offer.id)
  return claimStage(offer.id, row, { seen: seen === offer.id, wasClaimed })
}
