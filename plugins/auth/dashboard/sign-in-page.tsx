import {
  ApiFailure,
  api,
  Button,
  errorText,
  Field,
  Input,
  PasswordInput,
  useFormat,
  useNow,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { EntryCard } from './entry-card.js'
import { focusField } from './focus-field.js'

interface Failed {
  readonly failure: unknown
  /** milliseconds; until then another attempt is refused */
  readonly until?: number
}

/** Sign-in. The rules of the shell lead on, to the wanted page or to onboarding. */
export default function SignInPage(): ReactNode {
  const t = useT()
  const { refresh } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<{ username?: true; password?: true }>({})
  const [failed, setFailed] = useState<Failed>()
  const [busy, setBusy] = useState(false)

  useEffect(() => focusField(form.current, 'username'), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username')).trim()
    const password = String(fields.get('password'))
    setMissing({ ...(username ? {} : { username: true }), ...(password ? {} : { password: true }) })
    if (!username || !password) return focusField(form.current, username ? 'password' : 'username')
    setBusy(true)
    setFailed(undefined)
    try {
      const answer = await api<{ warning?: string }>(
        'POST',
        '/api/auth/login',
        { username, password },
        { anonymous: true },
      )
      await refresh()
      // Still here: the browser dropped the cookie, and the server may know why.
      setFailed({ failure: new ApiFailure(0, 'NO_SESSION', answer.warning ?? t('signIn.noSession')) })
    } catch (failure) {
      const wait = failure instanceof ApiFailure && failure.status === 429 ? (failure.retryAfter ?? 60) : undefined
      setFailed({ failure, ...(wait === undefined ? {} : { until: Date.now() + wait * 1000 }) })
      focusField(form.current, 'password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <EntryCard title={t('signIn.title')} lead={t('signIn.lead')}>
      <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={t('signIn.username')} error={missing.username && t('signIn.usernameMissing')}>
          <Input name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={t('signIn.password')} error={missing.password && t('signIn.passwordMissing')}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <div role="alert">{failed && <Reason {...failed} />}</div>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('signIn.submit')}
        </Button>
      </form>
    </EntryCard>
  )
}

function Reason({ failure, until }: Failed) {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  if (until !== undefined) {
    const left = Math.max(0, (until - now) / 1000)
    if (left === 0) return null
    return <Notice>{t('signIn.limited', { time: format.clock(left) })}</Notice>
  }
  const wrong = failure instanceof ApiFailure && failure.status === 401
  return <Notice>{wrong ? t('signIn.wrong') : errorText(failure, t)}</Notice>
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-danger/10 px-3 py-2 text-danger text-sm">{children}</p>
)
