import { Button, Dialog, useMutate, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { AddUserForm } from './add-user-form.tsx'
import { ShareCredentials } from './share-credentials.tsx'
import { type User, usersPath } from './user.ts'
import { emptyUser, type NewUser } from './user-draft.ts'

/** Creates an account, then shows the credentials to share with its owner. */
export function AddUserDialog(props: { onAdded: (user: User) => void; onClose: () => void }): ReactNode {
  const { onAdded, onClose } = props
  const t = useT()
  const [draft, setDraft] = useState(emptyUser)
  const add = useMutate<NewUser, User>('POST', usersPath, {
    body: ({ username, password, role, mustChange }) => ({
      username: username.trim(),
      password,
      role,
      must_change_password: mustChange,
    }),
    invalidates: [usersPath],
    onDone: onAdded,
    onFailed: () => undefined,
  })
  const added = add.data
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={added ? t('users.addedTitle', { name: added.username }) : t('users.addTitle')}
      description={added ? undefined : t('users.addText')}
      footer={
        added ? (
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
            <Button type="submit" form="add-user" variant="primary" busy={add.isPending}>
              {t('users.create')}
            </Button>
          </>
        )
      }
    >
      {added ? (
        <ShareCredentials username={added.username} password={draft.password} mustChange={draft.mustChange} />
      ) : (
        <AddUserForm
          id="add-user"
          draft={draft}
          onDraft={setDraft}
          onSubmit={() => add.mutate(draft)}
          error={add.error}
        />
      )}
    </Dialog>
  )
}
