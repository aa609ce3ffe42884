import { api, Button, Dialog, InlineError, useServer, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { useRequest } from '../server/use-request.ts'
import { generateOffer, type NewOffer } from './new-offer.ts'
import { OfferDialog } from './offer-dialog.tsx'

/** Generates and shows a new code for a server whose code was lost, has expired or was never seen. */
export function GenerateCodeDialog(props: {
  id: string
  /** needed if the server is not in the live list yet */
  name?: string
  /** why there is no code to show */
  reason?: ReactNode
  onClose: () => void
}): ReactNode {
  const { id, reason, onClose } = props
  const t = useT()
  const server = useServer(id)
  const name = server?.name ?? props.name ?? ''
  const [newOffer, setNewOffer] = useState<NewOffer>()
  const { run, busy, error } = useRequest()
  if (newOffer)
    return <OfferDialog serverId={id} name={name} newOffer={newOffer} onNewOffer={setNewOffer} onClose={onClose} />
  const generate = async () => {
    const generated = await run(() => generateOffer(api, id))
    if (generated) setNewOffer(generated)
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
          <Button variant="primary" busy={busy} onClick={generate}>
            {t('offer.renew')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{reason ?? t(open ? 'offer.makeReplacing' : 'offer.make')}</p>
        <InlineError error={error} />
      </div>
    </Dialog>
  )
}
