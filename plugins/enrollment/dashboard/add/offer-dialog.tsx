import { ConfirmDialog, Dialog, serverNow, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { FreshOffer } from './fresh-offer.ts'
import { OfferView } from './offer-view.tsx'
import { useClaimStage } from './use-claim-stage.ts'

/** A code in a dialog that warns before it is closed for good while nobody has used it. */
export function OfferDialog(props: {
  serverId: string
  name: string
  fresh: FreshOffer
  onFresh: (fresh: FreshOffer) => void
  onClose: () => void
}): ReactNode {
  const { serverId, name, fresh, onFresh, onClose } = props
  const t = useT()
  const [leaving, setLeaving] = useState(false)
  const stage = useClaimStage(serverId, fresh)
  const usable = stage === 'waiting' && serverNow() < new Date(fresh.offer.expires_at).getTime()
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && (usable ? setLeaving(true) : onClose())}
        title={t('offer.title', { name })}
        width={stage === 'waiting' ? 'lg' : 'md'}
      >
        <OfferView {...{ serverId, name, fresh, stage, onFresh }} onDone={onClose} />
      </Dialog>
      <ConfirmDialog
        open={leaving && usable}
        onOpenChange={setLeaving}
        title={t('offer.leave')}
        description={t('offer.leaveHint')}
        action={t('offer.leaveAction')}
        destructive={false}
        onConfirm={onClose}
      />
    </>
  )
}
