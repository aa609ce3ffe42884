import { api, Button, Dialog, InlineError, useServer, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { useWork } from '../server/use-work.ts'
import { type FreshOffer, freshOffer } from './fresh-offer.ts'
import { OfferDialog } from './offer-dialog.tsx'

/** Makes a new code for a server whose code was lost, ran out or was never seen, and shows it. */
export function FreshCodeDialog(props: {
  id: string
  /** for a server that is not in the live list yet */
  name?: string
  /** why there is no code to show */
  reason?: ReactNode
  onClose: () => void
}): ReactNode {
  const { id, reason, onClose } = props
  const t = useT()
  const server = useServer(id)
  const name = server?.name ?? props.name ?? ''
  const [fresh, setFresh] = useState<FreshOffer>()
  const { run, busy, failure } = useWork()
  if (fresh) return <OfferDialog serverId={id} name={name} fresh={fresh} onFresh={setFresh} onClose={onClose} />
  const make = async () => {
    const made = await run(() => freshOffer(api, id))
    if (made) setFresh(made)
  }
  const open = server?.agent_authority.outstanding_offer
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('offer.title', { name })}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={make}>
            {t('offer.renew')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{reason ?? t(open ? 'offer.makeReplacing' : 'offer.make')}</p>
        <InlineError failure={failure} />
      </div>
    </Dialog>
  )
}
