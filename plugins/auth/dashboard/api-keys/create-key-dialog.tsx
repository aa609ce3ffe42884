import { Button, ConfirmDialog, Dialog, useMutate, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { apiKeysPath, type NewApiKey } from './api-key.ts'
import { daysOf, emptyKeyDraft, type KeyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { NewKeyView } from './new-key-view.tsx'

/** From a name to a key, which is shown once: from then on only its own button closes without a question. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [draft, setDraft] = useState(emptyKeyDraft)
  const [leaving, setLeaving] = useState(false)
  const create = useMutate<KeyDraft, NewApiKey>('POST', apiKeysPath, {
    body: (wanted) => ({ name: wanted.name.trim(), expires_in_days: daysOf(wanted) ?? null }),
    invalidates: [apiKeysPath],
    onFailed: () => undefined,
  })
  const created = create.data
  // A request on its way may bring a key that nobody would see.
  const leave = () => (created ? setLeaving(true) : create.isPending || onClose())
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && leave()}
        title={created ? t('apiKeys.newTitle', { name: created.name }) : t('apiKeys.createTitle')}
        description={created ? undefined : t('apiKeys.createText')}
        footer={
          created ? (
            <Button variant="primary" onClick={onClose}>
              {t('apiKeys.stored')}
            </Button>
          ) : (
            <>
              <Button onClick={leave}>{t('sdk:action.cancel')}</Button>
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
            failure={create.error}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('apiKeys.leaveTitle')}
        description={t('apiKeys.leaveText')}
        action={t('apiKeys.leave')}
        destructive={false}
        onConfirm={onClose}
      />
    </>
  )
}
