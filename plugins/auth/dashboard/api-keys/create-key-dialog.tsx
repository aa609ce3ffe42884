import { Button, CodeBlock, ConfirmDialog, CopyButton, Dialog, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiKeysPath, curlExample, type NewApiKey } from './api-key.ts'
import { daysOf, emptyKeyDraft, type KeyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'

/** Shows a new key for the only time. */
function NewKeyView({ created }: { created: NewApiKey }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { key, expires_at } = created
  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm" role="status">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        {t('apiKeys.once')}
      </p>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{t('apiKeys.key')}</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3 ring-1 ring-line ring-inset">
          <code className="min-w-0 flex-1 basis-60 select-all break-all font-mono text-sm leading-6">{key}</code>
          <CopyButton text={key} label={t('apiKeys.copy')} />
        </div>
        <p className="mt-1.5 text-faint text-xs">
          {expires_at ? t('apiKeys.until', { date: format.dateTime(expires_at) }) : t('apiKeys.neverHint')}
        </p>
      </div>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{t('apiKeys.try')}</h3>
        <CodeBlock text={curlExample(window.location.origin, key)} label={t('apiKeys.try')} />
        <p className="mt-1.5 text-faint text-xs">{t('apiKeys.tryHint')}</p>
      </div>
    </div>
  )
}

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
