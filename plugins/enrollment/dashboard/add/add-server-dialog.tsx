import { Button, FormDialog, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { AddForm } from './add-form.tsx'
import { type Draft, emptyDraft } from './draft.ts'
import { FreshCodeDialog } from './fresh-code-dialog.tsx'
import type { FreshOffer } from './fresh-offer.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { useOnboard } from './use-onboard.ts'

interface Created {
  readonly id: string
  readonly name: string
  /** undefined on a replay: the code was in an answer that got lost */
  readonly fresh: FreshOffer | undefined
}

/** From a name to a connected agent. */
export function AddServerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [draft, setDraft] = useState(emptyDraft)
  const [created, setCreated] = useState<Created>()
  const { submit, anew, busy, failure } = useOnboard()
  const create = async (wanted: Draft) => {
    const answer = await submit(wanted)
    if (!answer) return
    const fresh = answer.enrollment ? { offer: answer.enrollment, wasClaimed: false } : undefined
    setCreated({ id: answer.server_id, name: wanted.name.trim(), fresh })
  }
  if (created?.fresh) {
    const { id, name, fresh } = created
    return (
      <OfferDialog
        serverId={id}
        name={name}
        fresh={fresh}
        onFresh={(next) => setCreated({ id, name, fresh: next })}
        onClose={onClose}
      />
    )
  }
  if (created)
    return <FreshCodeDialog id={created.id} name={created.name} reason={t('add.replayed')} onClose={onClose} />
  return (
    <FormDialog
      dirty={JSON.stringify(draft) !== JSON.stringify(emptyDraft)}
      onClose={onClose}
      title={t('add.title')}
      description={t('add.description')}
      action={
        <Button type="submit" form="add-server" variant="primary" busy={busy}>
          {t('add.submit')}
        </Button>
      }
    >
      <AddForm id="add-server" draft={draft} onDraft={setDraft} onSubmit={create} onAnew={anew} failure={failure} />
    </FormDialog>
  )
}
