import {
  Button,
  CodeBlock,
  ConfirmDialog,
  CopyButton,
  Dialog,
  Field,
  Form,
  Input,
  Select,
  useForm,
  useFormat,
  useMutate,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiKeysPath, curlExample, type NewApiKey } from './api-key.ts'
import { daysOf, emptyKeyDraft, expiries, type KeyDraft, keyDraftErrors, maxDays, maxNameLength } from './key-draft.ts'

const dayMs = 86_400_000

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
  const format = useFormat()
  const now = useNow(60_000)
  const [created, setCreated] = useState<NewApiKey>()
  const [confirmingClose, setConfirmingClose] = useState(false)
  const create = useMutate<KeyDraft, NewApiKey>('POST', apiKeysPath, {
    body: (draft) => ({ name: draft.name.trim(), expires_in_days: daysOf(draft) ?? null }),
    invalidates: [apiKeysPath],
    onFailed: () => undefined,
  })
  const form = useForm<KeyDraft, NewApiKey>({
    values: emptyKeyDraft,
    validate: (draft) => {
      const { name, days } = keyDraftErrors(draft)
      return { name: name && t(name), expires_in_days: days && t(days, { max: maxDays }) }
    },
    submit: (draft) => create.mutateAsync(draft),
    onSubmitted: setCreated,
  })
  const { expiry } = form.draft
  const days = daysOf(form.draft)
  const until = days ? t('apiKeys.until', { date: format.date(now + days * dayMs) }) : undefined
  const daysError = form.error('expires_in_days', 'days')
  // Do not close during the request: its response holds the key.
  function close() {
    if (created) setConfirmingClose(true)
    else if (!form.isSubmitting) onClose()
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
              <Button type="submit" form={form.id} variant="primary" busy={form.isSubmitting}>
                {t('apiKeys.create')}
              </Button>
            </>
          )
        }
      >
        {created ? (
          <NewKeyView created={created} />
        ) : (
          <Form form={form}>
            <Field label={t('apiKeys.name')} hint={t('apiKeys.nameHint')} error={form.error('name')}>
              <Input
                {...form.register('name')}
                maxLength={maxNameLength}
                placeholder={t('apiKeys.namePlaceholder')}
                autoComplete="off"
              />
            </Field>
            <div className="grid items-start gap-4.5 sm:grid-cols-2">
              <Field
                label={t('apiKeys.expires')}
                hint={expiry === 'never' ? t('apiKeys.neverHint') : expiry === 'custom' ? undefined : until}
                error={expiry === 'custom' ? undefined : daysError}
              >
                <Select {...form.register('expiry')}>
                  {expiries.map((option) => (
                    <option key={option} value={option}>
                      {t(`apiKeys.expiry.${option}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              {expiry === 'custom' && (
                <Field label={t('apiKeys.days')} hint={until} error={daysError}>
                  <Input {...form.register('days')} inputMode="numeric" maxLength={4} autoComplete="off" />
                </Field>
              )}
            </div>
          </Form>
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
