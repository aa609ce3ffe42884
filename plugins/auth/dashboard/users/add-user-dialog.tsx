import {
  ApiError,
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  fieldRules,
  Input,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { AssignedPasswordField } from './assigned-password-field.tsx'
import { RoleField } from './role-field.tsx'
import { ShareCredentials } from './share-credentials.tsx'
import { type User, usersPath } from './user.ts'
import { emptyUser, type NewUser, newUserErrors } from './user-draft.ts'

/** Creates an account, then shows the credentials to share with its owner. */
export function AddUserDialog(props: { onAdded: (user: User) => void; onClose: () => void }): ReactNode {
  const { onAdded, onClose } = props
  const t = useT()
  const [added, setAdded] = useState<NewUser>()
  const add = useMutate<NewUser, User>('POST', usersPath, {
    body: ({ username, password, role, mustChange }) => ({
      username: username.trim(),
      password,
      role,
      must_change_password: mustChange,
    }),
    invalidates: [usersPath],
    onFailed: () => undefined,
  })
  const form = useForm<NewUser, User>({
    values: emptyUser,
    validate: (draft) => {
      const { username, password } = newUserErrors(draft)
      return { username: username && t(username), password: password && t(password) }
    },
    submit: (draft) => add.mutateAsync(draft),
    onSubmitted: (user, draft) => {
      onAdded(user)
      setAdded(draft)
    },
    errorsOf: (error) =>
      error instanceof ApiError && error.status === 409 ? { username: t('sdk:rules.taken') } : fieldRules(error, t),
  })
  const { draft } = form

  // one dialog for both steps, so that the focus returns to the button that opened it
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={added ? t('users.addedTitle', { name: added.username.trim() }) : t('users.addTitle')}
      description={added ? undefined : t('users.addText')}
      footer={
        added ? (
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
            <Button type="submit" form={form.id} variant="primary" busy={form.isSubmitting}>
              {t('users.create')}
            </Button>
          </>
        )
      }
    >
      {added ? (
        <ShareCredentials username={added.username.trim()} password={added.password} mustChange={added.mustChange} />
      ) : (
        <Form form={form}>
          <Field label={t('users.name')} error={form.error('username')}>
            <Input {...form.register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
          <AssignedPasswordField
            label={t('users.password')}
            value={draft.password}
            onChange={(password) => form.set({ password })}
            username={draft.username}
            error={form.error('password')}
          />
          <Checkbox label={t('users.mustChange')} hint={t('users.mustChangeHint')} {...form.register('mustChange')} />
          <RoleField value={draft.role} onChange={(role) => form.set({ role })} error={form.error('role')} />
        </Form>
      )}
    </Dialog>
  )
}
