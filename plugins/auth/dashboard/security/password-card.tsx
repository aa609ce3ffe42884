import {
  ApiError,
  Button,
  Card,
  Field,
  Form,
  fieldRules,
  PasswordInput,
  toast,
  useForm,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { NewPasswordFields, newPasswordErrors } from '../new-password.tsx'
import { useHasPassword } from './use-has-password.ts'

interface Draft {
  readonly old_password: string
  readonly new_password: string
  readonly repeat: string
}

const empty: Draft = { old_password: '', new_password: '', repeat: '' }

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
  const change = useMutate<Omit<Draft, 'repeat'>>('PUT', '/api/auth/password', {
    invalidates: ['/api/auth/sessions'],
    onFailed: () => undefined,
  })
  const form = useForm<Draft>({
    values: empty,
    validate: ({ old_password, new_password, repeat }) => {
      const errors = newPasswordErrors({ password: new_password, repeat })
      return {
        old_password: old_password ? undefined : t('password.missing'),
        new_password: errors.password && t(errors.password),
        repeat: errors.repeat && t(errors.repeat),
      }
    },
    submit: ({ old_password, new_password }) => change.mutateAsync({ old_password, new_password }),
    onSubmitted: () => {
      toast.success(t('security.changed'))
      form.startOver(empty)
    },
    errorsOf: (error) =>
      error instanceof ApiError && error.status === 400 ? { old_password: t('password.wrong') } : fieldRules(error, t),
  })
  const { new_password, repeat } = form.draft
  return (
    <Form form={form} className="gap-4">
      <input type="text" hidden readOnly autoComplete="username" value={me.username} />
      <Field label={t('password.current')} error={form.error('old_password')}>
        <PasswordInput {...form.register('old_password')} autoComplete="current-password" className="max-md:h-11" />
      </Field>
      <NewPasswordFields
        value={{ password: new_password, repeat }}
        onChange={(value) => form.set({ new_password: value.password, repeat: value.repeat })}
        errors={{ password: form.error('new_password'), repeat: form.error('repeat') }}
        username={me.username}
      />
      <Button
        type="submit"
        variant="primary"
        busy={form.isSubmitting}
        className="self-start max-md:h-11 max-md:self-stretch"
      >
        {t('security.change')}
      </Button>
    </Form>
  )
}
