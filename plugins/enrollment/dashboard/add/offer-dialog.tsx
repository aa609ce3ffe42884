import { ConfirmDialog, Dialog, serverNow, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { NewOffer } from './new-offer.ts'
import { OfferView } from './offer-view.tsx'
import { useClaimStage } from './use-claim-stage.ts'

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
