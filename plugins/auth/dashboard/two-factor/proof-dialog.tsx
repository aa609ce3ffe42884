import { Button, Dialog, Field, InlineError, PasswordInput, useMe, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { useHasPassword } from '../security/use-has-password.ts'
import { CodeInput } from './code-input.tsx'
import { missingProof, proofError, proofOf } from './proof.ts'
import type { Proof } from './two-factor.ts'

/** Confirms a change of the second factor and asks for the password, or a code if the account has no password. */
export function ProofDialog(props: {
  title: string
  description: string
  /** label of the button */
  action: string
  destructive?: boolean
  busy: boolean
  error: unknown
  onProof: (proof: Proof) => void
  onClose: () => void
}): ReactNode {
  const { title, description, action, destructive = false, busy, error: failure, onProof, onClose } = props
  const t = useT()
  const { username } = useMe()
  const kind = useHasPassword() ? 'password' : 'code'
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const serverError = proofError(kind, failure)
  const errorKey = (submitted ? missingProof(kind, typed) : undefined) ?? serverError

  useEffect(() => {
    if (!failure) return
    // a code works only once
    if (kind === 'code') setTyped('')
    setSubmitted(false)
    focusField(form.current, 'password', 'totp_code')
  }, [failure, kind])

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (missingProof(kind, typed)) return focusField(form.current, 'password', 'totp_code')
    if (!busy) onProof(proofOf(kind, typed))
  }

  const error = errorKey && <span role="alert">{t(errorKey)}</span>
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      width="sm"
      footer={
        <>
          <Button className="max-md:h-11 max-md:flex-1" onClick={onClose}>
            {t('sdk:action.cancel')}
          </Button>
          <Button
            type="submit"
            form="two-factor-proof"
            variant={destructive ? 'danger' : 'primary'}
            className="max-md:h-11 max-md:flex-1"
            busy={busy}
          >
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} id="two-factor-proof" noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        {kind === 'password' ? (
          <Field label={t('password.current')} error={error}>
            <PasswordInput
              name="password"
              autoComplete="current-password"
              data-autofocus
              className="max-md:h-11"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        ) : (
          <Field label={t('signIn.code')} hint={t('signIn.codeHint')} error={error}>
            <CodeInput data-autofocus value={typed} readOnly={busy} onChange={setTyped} />
          </Field>
        )}
        {!serverError && <InlineError error={failure} />}
      </form>
    </Dialog>
  )
}
