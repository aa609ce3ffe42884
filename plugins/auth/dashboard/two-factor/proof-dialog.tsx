import { Button, Dialog, FailureNote, Field, PasswordInput, useMe, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { useHasPassword } from '../security/use-has-password.ts'
import { CodeInput } from './code-input.tsx'
import { missingProof, proofOf, refusedProof } from './proof.ts'
import type { Proof } from './two-factor.ts'

/** Asks before an act on the second factor, and for the proof that it is the user who asks for it. */
export function ProofDialog(props: {
  title: string
  description: string
  /** what the button says */
  action: string
  destructive?: boolean
  busy: boolean
  failure: unknown
  onProof: (proof: Proof) => void
  onClose: () => void
}): ReactNode {
  const { title, description, action, destructive = false, busy, failure, onProof, onClose } = props
  const t = useT()
  const { username } = useMe()
  const kind = useHasPassword() ? 'password' : 'code'
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const refused = refusedProof(kind, failure)
  const wrong = (tried ? missingProof(kind, typed) : undefined) ?? refused

  useEffect(() => {
    if (!failure) return
    // the next code is another one
    if (kind === 'code') setTyped('')
    setTried(false)
    focusField(form.current, 'password', 'totp_code')
  }, [failure, kind])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (missingProof(kind, typed)) return focusField(form.current, 'password', 'totp_code')
    if (!busy) onProof(proofOf(kind, typed))
  }

  const error = wrong && <span role="alert">{t(wrong)}</span>
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
        {!refused && <FailureNote failure={failure} />}
      </form>
    </Dialog>
  )
}
