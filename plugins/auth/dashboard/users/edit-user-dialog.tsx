import { Button, Dialog, toast, useMutate, useSession, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { EditUserForm } from './edit-user-form.tsx'
import { HandOver } from './hand-over.tsx'
import { type User, userPath, usersPath } from './user.ts'
import { changesOf, draftOf, draftProblems, type UserDraft } from './user-draft.ts'

/** Changes an account; a new password is shown once more afterwards, to be handed over. */
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
  const [tried, setTried] = useState(false)
  const [handOver, setHandOver] = useState(false)
  const save = useMutate<UserDraft, User>('PUT', userPath(user.id), {
    body: (wanted) => changesOf(user, wanted),
    invalidates: [usersPath],
    onDone: (saved, { reset }) => {
      onSaved(saved)
      if (reset) return setHandOver(true)
      toast.success(t('users.saved', { name: user.username }))
      onClose()
      if (self) void refresh()
    },
    onFailed: () => undefined,
  })
  const unchanged = Object.keys(changesOf(user, draft)).length === 0

  function submit() {
    setTried(true)
    if (unchanged) onClose()
    else if (!draftProblems(draft).password) save.mutate(draft)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(handOver ? 'users.resetTitle' : 'users.editTitle', { name: user.username })}
      footer={
        handOver ? (
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
      {handOver ? (
        <HandOver username={user.username} password={draft.password} mustChange={draft.mustChange} />
      ) : (
        <EditUserForm
          id="edit-user"
          user={user}
          self={self}
          draft={draft}
          onDraft={setDraft}
          onSubmit={submit}
          tried={tried}
          failure={save.error}
        />
      )}
    </Dialog>
  )
}
