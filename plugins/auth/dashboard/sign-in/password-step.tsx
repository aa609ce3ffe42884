import { Button, Field, Input, PasswordInput, serverNow, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { type Refusal, refusalOf, wantsCode } from './refusal.ts'
import { Note, RefusalNote } from './refusal-note.tsx'
import { useEnter } from './use-enter.ts'

/** A name and a password that are right; what is missing is the code. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** The first step of a sign-in by password. `notice` is what went wrong before, at a provider for example. */
export function PasswordStep(props: {
  notice: string | undefined
  onNoticed: () => void
  onCodeWanted: (credentials: Credentials) => void
}): ReactNode {
  const { notice, onNoticed, onCodeWanted } = props
  const t = useT()
  const enter = useEnter()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<{ username?: true; password?: true }>({})
  const [refusal, setRefusal] = useState<Refusal>()
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
    setRefusal(undefined)
    onNoticed()
    try {
      await enter('/api/auth/login', { username, password })
    } catch (failure) {
      if (wantsCode(failure)) return onCodeWanted({ username, password })
      setRefusal(refusalOf(failure, serverNow()))
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
        {refusal ? <RefusalNote refusal={refusal} wrong={t('signIn.wrong')} /> : notice && <Note>{notice}</Note>}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="max-md:h-11">
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
