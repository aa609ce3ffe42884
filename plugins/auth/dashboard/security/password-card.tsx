import {
  Button,
  Card,
  errorText,
  Field,
  fieldRules,
  PasswordInput,
  toast,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { NewPasswordFields, newPasswordErrors } from '../new-password.tsx'
import { useHasPassword } from './use-has-password.ts'

interface Body {
  readonly old_password: string
  readonly new_password: string
}

const empty = { password: '', repeat: '' }

/** The user's own password. Accounts that sign in only through a provider have none. */
export function PasswordCard(): ReactNode {
  const t = useT()
  const hasPassword = useHasPassword()
  return (
    <Card title={t('security.password')} description={t(hasPassword ? 'security.passwordLead' : 'security.noPassword')}>
      {hasPassword ? <PasswordForm /> : <p className="text-muted text-sm">{t('security.noPasswordHint')}</p>}
    </Card>
  )
}

function PasswordForm() {
  const t = useT()
  const me = useMe()
  const form = useRef<HTMLFormElement>(null)
  const [old, setOld] = useState('')
  const [passwords, setPasswords] = useState(empty)
  const [submitted, setSubmitted] = useState(false)
  const change = useMutate<Body>('PUT', '/api/auth/password', {
    invalidates: ['/api/auth/sessions'],
    onDone: () => {
      toast.success(t('security.changed'))
      setOld('')
      setPasswords(empty)
      setSubmitted(false)
    },
    onFailed: (error) => {
      const errorFields = Object.keys(fieldRules(error))
      if (error.status === 400 || errorFields.length > 0) focusField(form.current, ...errorFields, 'old_password')
      else toast.error(errorText(error, t))
    },
  })

  const newErrors = newPasswordErrors(passwords)
  const rules = fieldRules(change.error, t)
  const errors = {
    old:
      submitted && !old
        ? t('password.missing')
        : change.error?.status === 400
          ? t('password.wrong')
          : rules.old_password,
    password: submitted && newErrors.password ? t(newErrors.password) : rules.new_password,
    repeat: submitted && newErrors.repeat ? t(newErrors.repeat) : undefined,
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!old) return focusField(form.current, 'old_password')
    if (newErrors.password || newErrors.repeat)
      return focusField(form.current, newErrors.password ? 'new_password' : 'repeat')
    change.mutate({ old_password: old, new_password: passwords.password })
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <input type="text" hidden readOnly autoComplete="username" value={me.username} />
      <Field label={t('password.current')} error={errors.old}>
        <PasswordInput
          name="old_password"
          autoComplete="current-password"
          className="max-md:h-11"
          value={old}
          onChange={(event) => setOld(event.target.value)}
        />
      </Field>
      <NewPasswordFields value={passwords} onChange={setPasswords} errors={errors} username={me.username} />
      <Button
        type="submit"
        variant="primary"
        busy={change.isPending}
        className="self-start max-md:h-11 max-md:self-stretch"
      >
        {t('security.change')}
      </Button>
    </form>
  )
}
