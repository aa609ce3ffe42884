import { Button, ConfirmDialog, Dialog, useMutate, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { apiKeysPath, type NewApiKey } from './api-key.ts'
import { daysOf, emptyKeyDraft, type KeyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { NewKeyView } from './new-key-view.tsx'

/** Creates a key and shows it once. Closing without the confirming button then asks first. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [draft, setDraft] = useState(emptyKeyDraft)
  const [confirmingClose, setConfirmingClose] = useState(false)
  const create = useMutate<KeyDraft, NewApiKey>('POST', apiKeysPath, {
    body: (draft) => ({ name: draft.name.trim(), expires_in_days: daysOf(draft) ?? null }),
    invalidates: [apiKeysPath],
    onFailed: () => undefined,
  })
  const created = create.data
  // Do not close during the request: its response holds the key.
  function close() {
    if (created) setConfirmingClose(true)
    else if (!create.isPending) onClose()
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={created ? t('apiKeys.newTitle', { name: created.name }) : t('apiKeys.createTitle')}
        description={created ? undefined : t('apiKeys.createText')}
        footer={
          created ? (
            <Button variant="primary" onClick={onClose}>
              {t('apiKeys.stored')}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t('sdk:action.cancel')}</Button>
              <Button type="submit" form="create-key" variant="primary" busy={create.isPending}>
                {t('apiKeys.create')}
              </Button>
            </>
          )
        }
      >
        {created ? (
          <NewKeyView created={created} />
        ) : (
          <KeyForm
            id="create-key"
            draft={draft}
            onDraft={setDraft}
            onSubmit={() => create.mutate(draft)}
            error={create.error}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={confirmingClose}
        onOpenChange={setConfirmingClose}
        title={t('apiKeys.leaveTitle')}
        description={t('apiKeys.leaveText')}
        action={t('apiKeys.leave')}
        destructive={false}
        onConfirm={onClose}
      />
    </>
  )
}
