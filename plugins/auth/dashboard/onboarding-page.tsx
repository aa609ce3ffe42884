import { Button, Field, Form, Input, toast, useForm, useMe, useMutate, useSession, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { EntryCard } from './entry-card.tsx'
import { NewPasswordFields, newPasswordErrors } from './new-password.tsx'

interface Draft {
  readonly new_username: string
  readonly new_password: string
  readonly repeat: string
}

/** Forced change of the initial password; no other page is accessible before. */
export default function OnboardingPage(): ReactNode {
  const t = useT()
  const me = useMe()
  const { refresh, signOut } = useSession()
  const [values] = useState<Draft>({ new_username: me.username, new_password: '', repeat: '' })
  const save = useMutate<Omit<Draft, 'repeat'>>('POST', '/api/auth/onboarding', { onFailed: () => undefined })
  const form = useForm<Draft>({
    values,
    validate: ({ new_password, repeat }) => {
      const errors = newPasswordErrors({ password: new_password, repeat })
      return { new_password: errors.password && t(errors.password), repeat: errors.repeat && t(errors.repeat) }
    },
    submit: ({ new_username, new_password }) => save.mutateAsync({ new_username: new_username.trim(), new_password }),
    onSubmitted: () => {
      toast.success(t('onboarding.done'))
      void refresh()
    },
  })
  const { new_username, new_password, repeat } = form.draft

  return (
    <EntryCard title={t('onboarding.title')} lead={t('onboarding.lead')}>
      <Form form={form} className="gap-4">
        <Field label={t('onboarding.username')} hint={t('onboarding.usernameHint')} error={form.error('new_username')}>
          <Input
            {...form.register('new_username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="max-md:h-11"
          />
        </Field>
        <NewPasswordFields
          value={{ password: new_password, repeat }}
          onChange={(value) => form.set({ new_password: value.password, repeat: value.repeat })}
          errors={{ password: form.error('new_password'), repeat: form.error('repeat') }}
          username={new_username}
        />
        <Button type="submit" variant="primary" size="lg" busy={form.isSubmitting} className="max-md:h-11">
          {t('onboarding.submit')}
        </Button>
        <Button variant="ghost" className="max-md:h-11" onClick={() => void signOut()}>
          {t('sessions.revoke')}
        </Button>
      </Form>
    </EntryCard>
  )
}
