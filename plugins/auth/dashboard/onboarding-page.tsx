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

/** The forced first change: nothing else is open before it is done. */
export default function OnboardingPage(): ReactNode {
  const t = useT()
  const me = useMe()
  const { refresh, signOut } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState(me.username)
  const [chosen, setChosen] = useState({ password: '', repeat: '' })
  const [tried, setTried] = useState(false)
  const save = useMutate<Body>('POST', '/api/auth/onboarding', {
    onDone: () => {
      toast.success(t('onboarding.done'))
      return refresh()
    },
    onFailed: (failure) => focusField(form.current, ...Object.keys(fieldRules(failure)), 'new_password'),
  })

  const own = newPasswordErrors(chosen)
  const rules = fieldRules(save.error, t)
  const shown = {
    password: tried && own.password ? t(own.password) : rules.new_password,
    repeat: tried && own.repeat ? t(own.repeat) : undefined,
  }
  const elsewhere = save.error && !rules.new_password && !rules.new_username

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (own.password || own.repeat) return focusField(form.current, own.password ? 'new_password' : 'repeat')
    save.mutate({ new_username: username.trim(), new_password: chosen.password })
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
        <NewPasswordFields value={chosen} onChange={setChosen} errors={shown} username={username} />
        <div role="alert" className="empty:-mt-4">
          {elsewhere && (
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
