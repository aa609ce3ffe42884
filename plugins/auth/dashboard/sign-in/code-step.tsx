import { Button, Field, Input, serverNow, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { CodeInput } from '../two-factor/code-input.tsx'
import { isComplete, isRecoveryCode, recoveryCodeOf } from '../two-factor/codes.ts'
import { type SignInError, toSignInError } from './sign-in-error.ts'
import { SignInErrorNote } from './sign-in-error-note.tsx'

/** The second step: a code of the authenticator app, or a recovery code. `send` throws when the server rejects it. */
export function CodeStep(props: {
  /** the account of the first step; it cannot be changed here */
  account: ReactNode
  send: (code: string) => Promise<void>
  onBack: () => void
}): ReactNode {
  const { account, send, onBack } = props
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const [error, setError] = useState<SignInError>()
  const [busy, setBusy] = useState(false)

  function switchTo(toRecovery: boolean, typed = '') {
    setRecovery(toRecovery)
    setCode(typed)
    setIncomplete(false)
    setError(undefined)
  }

  async function submit(typed: string) {
    if (busy) return
    const complete = recovery ? isRecoveryCode(typed) : isComplete(typed)
    setIncomplete(!complete)
    if (!complete) return focusField(form.current, 'totp_code')
    setBusy(true)
    setError(undefined)
    try {
      await send(typed)
    } catch (cause) {
      const signInError = toSignInError(cause, serverNow())
      setError(signInError)
      // Retyping six digits is faster than correcting them, and the next code is different anyway.
      if (signInError.kind === 'wrong' && !recovery) setCode('')
      focusField(form.current, 'totp_code')
    } finally {
      setBusy(false)
    }
  }

  function change(typed: string) {
    setCode(typed)
    setIncomplete(false)
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      {recovery ? (
        <Field
          key="recovery"
          label={t('signIn.recoveryCode')}
          hint={t('signIn.recoveryHint')}
          error={incomplete && t('signIn.recoveryIncomplete')}
        >
          <Input
            name="totp_code"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={busy}
            placeholder="xxxx-xxxx-xxxx-xxxx"
            value={code}
            onChange={(event) => change(recoveryCodeOf(event.target.value))}
            className="h-12 text-center font-mono text-[1rem] placeholder:opacity-60"
          />
        </Field>
      ) : (
        <Field
          key="code"
          label={t('signIn.code')}
          hint={t('signIn.codeHint')}
          error={incomplete && t('signIn.codeIncomplete')}
        >
          <CodeInput
            autoFocus
            value={code}
            readOnly={busy}
            onChange={change}
            onComplete={(digits) => void submit(digits)}
            onRecoveryCode={(typed) => switchTo(true, recoveryCodeOf(typed))}
          />
        </Field>
      )}
      <div role="alert" className="empty:-mt-4">
        {error && <SignInErrorNote error={error} wrong={t(recovery ? 'signIn.recoveryWrong' : 'signIn.codeWrong')} />}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="max-md:h-11">
        {t('signIn.verify')}
      </Button>
      <Button variant="ghost" disabled={busy} className="-mt-1 max-md:h-11" onClick={() => switchTo(!recovery)}>
        {t(recovery ? 'signIn.useCode' : 'signIn.useRecovery')}
      </Button>
      <div className="flex min-h-11 items-center justify-between gap-3 border-t pt-4">
        <p className="min-w-0 text-sm">{account}</p>
        <Button size="sm" disabled={busy} className="max-md:h-11" onClick={onBack}>
          {t('signIn.otherAccount')}
        </Button>
      </div>
    </form>
  )
}
