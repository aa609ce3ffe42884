import {
  ApiError,
  Button,
  Dialog,
  Form,
  fieldRules,
  PageLink,
  toast,
  useCodedText,
  useForm,
  useMutate,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { securityPage } from '../pages.ts'
import { Consequences } from './consequences.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { RoleField } from './role-field.tsx'
import { ShareCredentials } from './share-credentials.tsx'
import { type User, userPath, usersPath } from './user.ts'
import { changesOf, consequencesOf, draftErrors, draftOf, type UserDraft } from './user-draft.ts'

/** Edits an account; afterwards a new password is shown once more, to be shared. */
export function EditUserDialog(props: {
  user: User
  self: boolean
  onSaved: (user: User) => void
  onClose: () => void
}): ReactNode {
  const { user, self, onSaved, onClose } = props
  const t = useT()
  const sentence = useCodedText()
  const { refresh } = useSession()
  const [values] = useState(() => draftOf(user))
  const [shared, setShared] = useState<UserDraft>()
  const save = useMutate<UserDraft, User>('PUT', userPath(user.id), {
    body: (edited) => changesOf(user, edited),
    invalidates: [usersPath],
    onFailed: () => undefined,
  })
  const form = useForm<UserDraft, User | undefined>({
    values,
    validate: (draft) => {
      const { password } = draftErrors(draft)
      return { password: password && t(password) }
    },
    submit: async (draft) => (Object.keys(changesOf(user, draft)).length > 0 ? save.mutateAsync(draft) : undefined),
    onSubmitted: (saved, draft) => {
      if (!saved) return onClose()
      onSaved(saved)
      if (draft.reset) return setShared(draft)
      toast.success(t('users.saved', { name: user.username }))
      onClose()
      if (self) void refresh()
    },
    // the only 400 of this route: the last admin cannot be demoted
    errorsOf: (error) =>
      error instanceof ApiError && error.status === 400
        ? { role: sentence({ code: 'auth.LAST_ADMIN' }) }
        : fieldRules(error, t),
  })
  const { draft } = form

  // one dialog for both steps, so that the focus returns to the button that opened it
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(shared ? 'users.resetTitle' : 'users.editTitle', { name: user.username })}
      footer={
        shared ? (
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
            <Button
              type="submit"
              form={form.id}
              variant="primary"
              busy={form.isSubmitting}
              disabled={Object.keys(changesOf(user, draft)).length === 0}
            >
              {t('users.save')}
            </Button>
          </>
        )
      }
    >
      {shared ? (
        <ShareCredentials username={user.username} password={shared.password} mustChange={shared.mustChange} />
      ) : (
        <Form form={form} className="gap-5">
          <RoleField value={draft.role} onChange={(role) => form.set({ role })} error={form.error('role')} />
          {self ? (
            <p className="text-muted text-sm">
              {t('users.ownCredentials')}{' '}
              <PageLink page={securityPage} className="text-accent underline underline-offset-2">
                {t('security.title')}
              </PageLink>
            </p>
          ) : (
            <CredentialsFields user={user} form={form} />
          )}
          <Consequences title={t('users.effect.title')} keys={consequencesOf(user, draft, self)} name={user.username} />
        </Form>
      )}
    </Dialog>
  )
}
