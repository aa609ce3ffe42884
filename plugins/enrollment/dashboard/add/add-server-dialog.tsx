import { api, Button, FormDialog, randomId, useInvalidate, useT } from '@svc/dashboard-sdk'
import type { Onboarded } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { resolveGroup } from '../server/resolve-group.ts'
import { groupsPath } from '../server/use-groups.ts'
import { useRequest } from '../server/use-request.ts'
import { AddForm } from './add-form.tsx'
import { type Draft, emptyDraft, toRequestBody } from './draft.ts'
import { GenerateCodeDialog } from './generate-code-dialog.tsx'
import type { NewOffer } from './new-offer.ts'
import { OfferDialog } from './offer-dialog.tsx'

/**
 * Creates a server. Retries use the same request id, so that a lost response does not create a second server;
 * `startOver` begins a new request.
 */
function useOnboard() {
  const { run, busy, error } = useRequest()
  const invalidate = useInvalidate()
  const requestId = useRef<string>(undefined)
  const submit = useCallback(
    (draft: Draft) =>
      run(async () => {
        requestId.current ??= randomId()
        const created = await api<Onboarded>(
          'POST',
          '/api/servers',
          toRequestBody(draft, requestId.current, await resolveGroup(draft)),
        )
        requestId.current = undefined
        void invalidate('/api/servers', groupsPath)
        return created
      }),
    [run, invalidate],
  )
  const startOver = useCallback(() => {
    requestId.current = undefined
  }, [])
  return { submit, startOver, busy, error }
}

interface Created {
  readonly id: string
  readonly name: string
  /** undefined on a replay: the code was in a response that got lost */
  readonly newOffer: NewOffer | undefined
}

/** Adds a server, shows its code and waits for its agent to connect. */
export function AddServerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [draft, setDraft] = useState(emptyDraft)
  const [created, setCreated] = useState<Created>()
  const { submit, startOver, busy, error } = useOnboard()
  const create = async (submittedDraft: Draft) => {
    const response = await submit(submittedDraft)
    if (!response) return
    const newOffer = response.enrollment ? { offer: response.enrollment, wasClaimed: false } : undefined
    setCreated({ id: response.server_id, name: submittedDraft.name.trim(), newOffer })
  }
  if (created?.newOffer) {
    const { id, name, newOffer } = created
    return (
      <OfferDialog
        serverId={id}
        name={name}
        newOffer={newOffer}
        onNewOffer={(next) => setCreated({ id, name, newOffer: next })}
        onClose={onClose}
      />
    )
  }
  if (created)
    return <GenerateCodeDialog id={created.id} name={created.name} reason={t('add.replayed')} onClose={onClose} />
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
      <AddForm
        id="add-server"
        draft={draft}
        onDraft={setDraft}
        onSubmit={create}
        onStartOver={startOver}
        error={error}
      />
    </FormDialog>
  )
}
