import {
  ApiError,
  api,
  Button,
  Field,
  FormDialog,
  InlineError,
  randomId,
  Select,
  useForm,
  useInvalidate,
  useT,
} from '@svc/dashboard-sdk'
import type { Onboarded } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useRef, useState } from 'react'
import { BillingSection } from '../server/billing-section.tsx'
import { groupsPath } from '../server/groups-path.ts'
import { errorsOfDraft, errorsOfServer, ProfileFields } from '../server/profile-fields.tsx'
import { resolveGroup } from '../server/resolve-group.ts'
import { type Draft, emptyDraft, lifetimes, problemsOf, toRequestBody } from './draft.ts'
import { GenerateCodeDialog } from './generate-code-dialog.tsx'
import type { NewOffer } from './new-offer.ts'
import { OfferDialog } from './offer-dialog.tsx'

interface Created {
  readonly id: string
  readonly name: string
  /** undefined on a replay: the code was in a response that got lost */
  readonly newOffer: NewOffer | undefined
}

/** Whether an earlier attempt has already created a different server. */
const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'ONBOARDING_IDEMPOTENCY_CONFLICT'

/** Adds a server, shows its code and waits for its agent to connect. */
export function AddServerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const invalidate = useInvalidate()
  const [created, setCreated] = useState<Created>()
  // Retries send the same id, so that a lost response does not create a second server.
  const requestId = useRef<string>(undefined)
  const form = useForm<Draft, Onboarded>({
    values: emptyDraft,
    validate: (draft) => errorsOfDraft(draft, problemsOf(draft), t),
    async submit(draft) {
      requestId.current ??= randomId()
      const body = toRequestBody(draft, requestId.current, await resolveGroup(draft))
      return api<Onboarded>('POST', '/api/servers', body)
    },
    onSubmitted({ server_id, enrollment }, draft) {
      requestId.current = undefined
      void invalidate('/api/servers', groupsPath)
      const newOffer = enrollment ? { offer: enrollment, wasClaimed: false } : undefined
      setCreated({ id: server_id, name: draft.name.trim(), newOffer })
    },
    errorsOf: (error) => (isConflict(error) ? { conflict: error.message } : errorsOfServer(error, t)),
  })
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
      form={form}
      submit={t('add.submit')}
      onClose={onClose}
      title={t('add.title')}
      description={t('add.description')}
    >
      <ProfileFields form={form} isNew />
      <BillingSection form={form} />
      <Field label={t('add.lifetime')} hint={t('add.lifetimeHint')}>
        <Select {...form.register('lifetime', { valueAsNumber: true })}>
          {lifetimes.map((seconds) => (
            <option key={seconds} value={seconds}>
              {t(`add.lifetimes.${seconds}`)}
            </option>
          ))}
        </Select>
      </Field>
      {form.error('conflict') && (
        <InlineError
          error={form.failure}
          action={
            <Button
              type="submit"
              size="sm"
              onClick={() => {
                requestId.current = undefined
              }}
            >
              {t('add.another')}
            </Button>
          }
        />
      )}
    </FormDialog>
  )
}
