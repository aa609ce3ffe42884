import { ConfirmDialog, Dialog, serverNow, useServer, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { type ClaimStage, claimStage } from './claim-stage.ts'
import type { NewOffer } from './new-offer.ts'
import { OfferView } from './offer-view.tsx'

/** Follows an enrollment by the live list. */
function useClaimStage(serverId: string, { offer, wasClaimed }: NewOffer): ClaimStage {
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

/** Shows a new code; asks for confirmation before it is closed while the code is unused. */
export function OfferDialog(props: {
  serverId: string
  name: string
  newOffer: NewOffer
  onNewOffer: (newOffer: NewOffer) => void
  onClose: () => void
}): ReactNode {
  const { serverId, name, newOffer, onNewOffer, onClose } = props
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const stage = useClaimStage(serverId, newOffer)
  const isUsable = stage === 'waiting' && serverNow() < new Date(newOffer.offer.expires_at).getTime()
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && (isUsable ? setConfirming(true) : onClose())}
        title={t('offer.title', { name })}
        width={stage === 'waiting' ? 'lg' : 'md'}
      >
        <OfferView
          serverId={serverId}
          name={name}
          newOffer={newOffer}
          stage={stage}
          onNewOffer={onNewOffer}
          onDone={onClose}
        />
      </Dialog>
      <ConfirmDialog
        open={confirming && isUsable}
        onOpenChange={setConfirming}
        title={t('offer.leave')}
        description={t('offer.leaveHint')}
        action={t('offer.leaveAction')}
        destructive={false}
        onConfirm={onClose}
      />
    </>
  )
}
