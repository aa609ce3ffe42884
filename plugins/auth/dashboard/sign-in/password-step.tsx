import { Button, Field, Input, PasswordInput, serverNow, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { isCodeRequired, type SignInError, toSignInError } from './sign-in-error.ts'
import { Note, SignInErrorNote } from './sign-in-error-note.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Username and password that the server accepted; only the code is missing. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** The first step of a sign-in by password. `notice` is an earlier error, from a provider for example. */
export function PasswordStep(props: {
  notice: string | undefined
  onNoticeCleared: () => void
  onCodeRequired: (credentials: Credentials) => void
}): ReactNode {
  const { notice, onNoticeCleared, onCodeRequired } = props
  const t = useT()
  const signIn = useSignIn()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<{ username?: true; password?: true }>({})
  const [error, setError] = useState<SignInError>()
  const [busy, setBusy] = useState(false)

  useEffect(() => focusField(form.current, 'username'), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username')).trim()
    const password = String(fields.get('password'))
    setMissing({ ...(username ? {} : { username: true }), ...(password ? {} : { password: true }) })
    if (!username || !password) return focusField(form.current, username ? 'password' : 'username')
    setBusy(true)
    setError(undefined)
    onNoticeCleared()
    try {
      await signIn('/api/auth/login', { username, password })
    } catch (cause) {
      if (isCodeRequired(cause)) return onCodeRequired({ username, password })
      setError(toSignInError(cause, serverNow()))
      focusField(form.current, 'password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t('signIn.username')} error={missing.username && t('signIn.usernameMissing')}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className="max-md:h-11"
        />
      </Field>
      <Field label={t('signIn.password')} error={missing.password && t('signIn.passwordMissing')}>
        <PasswordInput name="password" autoComplete="current-password" className="max-md:h-11" />
      </Field>
      <div role="alert" className="empty:-mt-4">
        {error ? <SignInErrorNote error={error} wrong={t('signIn.wrong')} /> : notice && <Note>{notice}</Note>}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="max-md:h-11">
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
