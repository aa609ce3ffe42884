import { Button, Dialog, toast, useMutate, useSession, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { EditUserForm } from './edit-user-form.tsx'
import { ShareCredentials } from './share-credentials.tsx'
import { type User, userPath, usersPath } from './user.ts'
import { changesOf, draftErrors, draftOf, type UserDraft } from './user-draft.ts'

/** Edits an account; afterwards a new password is shown once more, to be shared. */
export function EditUserDialog(props: {
  user: User
  self: boolean
  onSaved: (user: User) => void
  onClose: () => void
}): ReactNode {
  const { user, self, onSaved, onClose } = props
  const t = useT()
  const { refresh } = useSession()
  const [draft, setDraft] = useState(() => draftOf(user))
  const [submitted, setSubmitted] = useState(false)
  const [sharing, setSharing] = useState(false)
  const save = useMutate<UserDraft, User>('PUT', userPath(user.id), {
    body: (edited) => changesOf(user, edited),
    invalidates: [usersPath],
    onDone: (saved, { reset }) => {
      onSaved(saved)
      if (reset) return setSharing(true)
      toast.success(t('users.saved', { name: user.username }))
      onClose()
      if (self) void refresh()
    },
    onFailed: () => undefined,
  })
  const unchanged = Object.keys(changesOf(user, draft)).length === 0

  function submit() {
    setSubmitted(true)
    if (unchanged) onClose()
    else if (!draftErrors(draft).password) save.mutate(draft)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(sharing ? 'users.resetTitle' : 'users.editTitle', { name: user.username })}
      footer={
        sharing ? (
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
            <Button type="submit" form="edit-user" variant="primary" busy={save.isPending} disabled={unchanged}>
              {t('users.save')}
            </Button>
          </>
        )
      }
    >
      {sharing ? (
        <ShareCredentials username={user.username} password={draft.password} mustChange={draft.mustChange} />
      ) : (
        <EditUserForm
          id="edit-user"
          user={user}
          self={self}
          draft={draft}
          onDraft={setDraft}
          onSubmit={submit}
          submitted={submitted}
          error={save.error}
        />
      )}
    </Dialog>
  )
}
