import {
  Button,
  errorText,
  Field,
  fieldRules,
  Input,
  toast,
  useMe,
  useMutate,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { EntryCard } from './entry-card.tsx'
import { focusField } from './focus-field.ts'
import { NewPasswordFields, newPasswordErrors } from './new-password.tsx'

interface Body {
  readonly new_username: string
  readonly new_password: string
}

/** Forced change of the initial password; no other page is accessible before. */
export default function OnboardingPage(): ReactNode {
  const t = useT()
  const me = useMe()
  const { refresh, signOut } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState(me.username)
  const [passwords, setPasswords] = useState({ password: '', repeat: '' })
  const [submitted, setSubmitted] = useState(false)
  const save = useMutate<Body>('POST', '/api/auth/onboarding', {
    onDone: () => {
      toast.success(t('onboarding.done'))
      return refresh()
    },
    onFailed: (error) => focusField(form.current, ...Object.keys(fieldRules(error)), 'new_password'),
  })

  const newErrors = newPasswordErrors(passwords)
  const rules = fieldRules(save.error, t)
  const shown = {
    password: submitted && newErrors.password ? t(newErrors.password) : rules.new_password,
    repeat: submitted && newErrors.repeat ? t(newErrors.repeat) : undefined,
  }
  const hasOtherError = save.error && !rules.new_password && !rules.new_username

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (newErrors.password || newErrors.repeat)
      return focusField(form.current, newErrors.password ? 'new_password' : 'repeat')
    save.mutate({ new_username: username.trim(), new_password: passwords.password })
  }

  return (
    <EntryCard title={t('onboarding.title')} lead={t('onboarding.lead')}>
      <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={t('onboarding.username')} hint={t('onboarding.usernameHint')} error={rules.new_username}>
          <Input
            name="new_username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="max-md:h-11"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <NewPasswordFields value={passwords} onChange={setPasswords} errors={shown} username={username} />
        <div role="alert" className="empty:-mt-4">
          {hasOtherError && (
            <p className="rounded-md bg-danger/10 px-3 py-2 text-danger text-sm">{errorText(save.error, t)}</p>
          )}
        </div>
        <Button type="submit" variant="primary" size="lg" busy={save.isPending} className="max-md:h-11">
          {t('onboarding.submit')}
        </Button>
        <Button variant="ghost" className="max-md:h-11" onClick={() => void signOut()}>
          {t('sessions.revoke')}
        </Button>
      </form>
    </EntryCard>
  )
}
